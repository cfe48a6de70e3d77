import { accountApi, authApi, sessionApi } from '@cascade/contracts/accounts'
import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-error'
import { createApiClient, type SessionPort } from './client'

type Fetch = Parameters<typeof createApiClient>[0]['fetch']

function clientWith(fetch: Fetch, port: Partial<SessionPort> = {}) {
  const refused = vi.fn()
  const session = { token: () => 'abc', caller: () => ({ id: 'u1', role: 'admin' }), refused, ...port }
  return { client: createApiClient({ fetch, session }), refused }
}

const counts = {
  success: true,
  count: 1,
  countAdmins: 0,
  countSuperDistributors: 0,
  countDistributors: 0,
  countRetailers: 0,
}
const refusal = (status: number, code: string, extra = {}) =>
  Response.json({ success: false, code, message: 'No.', requestId: 'r1', ...extra }, { status })

describe('a call', () => {
  it('sends bearer, caller, idempotency key, version and JSON', async () => {
    const seen: { url: string; init: RequestInit }[] = []
    const { client } = clientWith((url, init) => {
      seen.push({ url, init })
      return Response.json(counts)
    })
    await client.call(sessionApi.userCount, { query: { currentrole: 'admin' }, idempotencyKey: 'k1', ifMatch: '"3"' })
    expect(seen[0]?.url).toBe('/api/counts/usercount?id=u1&role=admin&currentrole=admin')
    expect(seen[0]?.init.headers).toMatchObject({
      authorization: 'Bearer abc',
      'idempotency-key': 'k1',
      'if-match': '"3"',
    })
  })

  it('answers etag and request id beside the body', async () => {
    const headers = { etag: '"7"', 'x-request-id': 'r9' }
    const { client } = clientWith(() => Response.json(counts, { headers }))
    const { answer, etag, requestId } = await client.send(sessionApi.userCount, {})
    expect([answer.count, etag, requestId]).toEqual([1, '"7"', 'r9'])
  })

  it('throws the refusal with its fields', async () => {
    const { client } = clientWith(() => refusal(400, 'VALIDATION', { errors: { email: 'Taken' } }))
    const error = await client.call(accountApi.admin.list, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'No.',
      errors: { email: 'Taken' },
      requestId: 'r1',
      refused: true,
    })
  })

  it('tells a failed network from a refusal', async () => {
    const { client } = clientWith(() => Promise.reject(new TypeError('fetch failed')))
    await expect(client.call(accountApi.admin.list, {})).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'An unexpected error occurred',
      refused: false,
    })
  })

  it('passes its own abort on', async () => {
    const controller = new AbortController()
    controller.abort()
    const { client } = clientWith((_url, init) => Promise.reject(init.signal?.reason as Error))
    await expect(client.call(accountApi.admin.list, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('refuses an answer that is not what the contract says', async () => {
    const { client } = clientWith(() => Response.json({ success: true, count: 'many' }))
    await expect(client.call(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONTRACT' })
  })

  it('takes success:false for a refusal whatever the status', async () => {
    const { client } = clientWith(() => refusal(200, 'CONFLICT'))
    await expect(client.call(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONFLICT', message: 'No.' })
  })

  it('understands a page of a proxy as unavailable', async () => {
    const { client } = clientWith(() => new Response('<html>', { status: 502 }))
    await expect(client.call(sessionApi.userCount, {})).rejects.toMatchObject({ status: 502, code: 'UNAVAILABLE' })
  })
})

describe('401', () => {
  it('ends the session whose token was sent', async () => {
    const { client, refused } = clientWith(() => refusal(401, 'UNAUTHENTICATED'))
    await expect(client.call(accountApi.admin.list, {})).rejects.toMatchObject({ status: 401 })
    expect(refused).toHaveBeenCalledWith('abc')
  })
  it('of a wrong login ends nothing', async () => {
    const { client, refused } = clientWith(() => refusal(401, 'UNAUTHENTICATED'), { token: () => null })
    const login = client.call(authApi.login, { body: { username: 'a', password: 'abc' } })
    await expect(login).rejects.toMatchObject({ status: 401 })
    expect(refused).not.toHaveBeenCalled()
  })
})
