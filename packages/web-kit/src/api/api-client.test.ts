import { accountApi, authApi, sessionApi } from '@cascade/contracts/accounts'
import { gamesApi } from '@cascade/contracts/games'
import { onlineManager } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClientSession, carriesCaller, createApiClient } from './api-client'
import { ApiError } from './api-error'

type Fetch = Parameters<typeof createApiClient>[0]['fetch']

function clientWith(fetch: Fetch, port: Partial<ClientSession> = {}) {
  const onRejected = vi.fn()
  const session = { token: () => 'abc', caller: () => ({ id: 'u1', role: 'admin' }), onRejected, ...port }
  return { send: createApiClient({ fetch, session }), onRejected }
}

const counts = {
  success: true,
  count: 1,
  countAdmins: 0,
  countSuperDistributors: 0,
  countDistributors: 0,
  countRetailers: 0,
}
const rejection = (status: number, code: string, extra = {}) =>
  Response.json({ success: false, code, message: 'No.', requestId: 'r1', ...extra }, { status })

describe('an API call', () => {
  it('sends the bearer token, caller, idempotency key, version and JSON body', async () => {
    const requests: { url: string; init: RequestInit }[] = []
    const { send } = clientWith((url, init) => {
      requests.push({ url, init })
      return Response.json(counts)
    })
    await send(sessionApi.userCount, { query: { currentrole: 'admin' }, idempotencyKey: 'k1', ifMatch: '"3"' })
    expect(requests[0]?.url).toBe('/api/counts/usercount?id=u1&role=admin&currentrole=admin')
    expect(requests[0]?.init.headers).toMatchObject({
      authorization: 'Bearer abc',
      'idempotency-key': 'k1',
      'if-match': '"3"',
    })
  })

  it('returns the ETag and request id next to the body', async () => {
    const headers = { etag: '"7"', 'x-request-id': 'r9' }
    const { send } = clientWith(() => Response.json(counts, { headers }))
    const { answer, etag, requestId } = await send(sessionApi.userCount, {})
    expect([answer.count, etag, requestId]).toEqual([1, '"7"', 'r9'])
  })

  it('throws a rejection with its field errors', async () => {
    const { send } = clientWith(() => rejection(400, 'VALIDATION', { errors: { email: 'Taken' } }))
    const error = await send(accountApi.admin.list, {}).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 400,
      code: 'VALIDATION',
      message: 'No.',
      errors: { email: 'Taken' },
      requestId: 'r1',
      isRejected: true,
    })
  })

  it('distinguishes a network failure from a rejection', async () => {
    const { send } = clientWith(() => Promise.reject(new TypeError('fetch failed')))
    await expect(send(accountApi.admin.list, {})).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'An unexpected error occurred',
      isRejected: false,
    })
  })

  it('rethrows the abort of its own signal', async () => {
    const controller = new AbortController()
    controller.abort()
    const { send } = clientWith((_url, init) => Promise.reject(init.signal?.reason as Error))
    await expect(send(accountApi.admin.list, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('rejects a response that does not match the contract', async () => {
    const { send } = clientWith(() => Response.json({ success: true, count: 'many' }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONTRACT' })
  })

  it('treats success:false as a rejection whatever the status', async () => {
    const { send } = clientWith(() => rejection(200, 'CONFLICT'))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONFLICT', message: 'No.' })
  })

  it.each([
    ['an unknown code', { code: 'LATER' }],
    ['no code', { code: undefined }],
  ])('preserves the message and request id of a rejection with %s', async (_what, extra) => {
    const { send } = clientWith(() => rejection(500, '', { message: 'Bar failure', requestId: 'r7', ...extra }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({
      status: 500,
      code: 'INTERNAL',
      message: 'Bar failure',
      requestId: 'r7',
      isRejected: true,
    })
  })

  it('takes the request id from the headers when the body has none', async () => {
    const headers = { 'x-request-id': 'r8' }
    const { send } = clientWith(() => Response.json({ success: false, message: 'No.' }, { status: 409, headers }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONFLICT', requestId: 'r8' })
  })

  it('treats an HTML page from a proxy as unavailable', async () => {
    const { send } = clientWith(() => new Response('<html>', { status: 502 }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ status: 502, code: 'UNAVAILABLE' })
  })
})

describe('an API call while the browser reports offline', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => onlineManager.setOnline(true))
  const login = { body: { username: 'a', password: 'abc' } }

  it('sends a change anyway and does not claim that it was not sent', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const { send } = clientWith(fetch)
    await expect(send(authApi.login, login)).rejects.toMatchObject({ code: 'NETWORK', isRejected: false })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('reports a failed read as offline', async () => {
    const { send } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({
      code: 'OFFLINE',
      message: 'You are offline.',
    })
  })

  it('uses the response when one arrives', async () => {
    const { send } = clientWith(() => Response.json(counts))
    expect((await send(sessionApi.userCount, {})).answer.count).toBe(1)
  })
})

describe('an API call', () => {
  it('reports NOT_SENT when fetch throws synchronously', async () => {
    const { send } = clientWith(() => {
      throw new TypeError('No request')
    })
    const error = send(sessionApi.userCount, {})
    await expect(error).rejects.toMatchObject({ code: 'NOT_SENT', message: 'Nothing was sent.', isRejected: false })
  })

  describe('a 401 response', () => {
    it('ends the session whose token was sent', async () => {
      const { send, onRejected } = clientWith(() => rejection(401, 'UNAUTHENTICATED'))
      await expect(send(accountApi.admin.list, {})).rejects.toMatchObject({ status: 401 })
      expect(onRejected).toHaveBeenCalledWith('abc', 'refused')
    })
    it('does not end a session when it comes from a proxy', async () => {
      const { send, onRejected } = clientWith(() => new Response('<html>Sign in to the proxy</html>', { status: 401 }))
      await expect(send(accountApi.admin.list, {})).rejects.toMatchObject({ status: 401 })
      expect(onRejected).not.toHaveBeenCalled()
    })
    it('does not end a session when a login is rejected', async () => {
      const { send, onRejected } = clientWith(() => rejection(401, 'UNAUTHENTICATED'), { token: () => null })
      const login = send(authApi.login, { body: { username: 'a', password: 'abc' } })
      await expect(login).rejects.toMatchObject({ status: 401 })
      expect(onRejected).not.toHaveBeenCalled()
    })
  })
})
describe('the caller', () => {
  it('is added to calls of the accounts domain only', () => {
    expect(carriesCaller(accountApi.player.list)).toBe(true)
    expect(carriesCaller(authApi.session)).toBe(false)
    expect(carriesCaller(gamesApi.list)).toBe(false)
  })
})
