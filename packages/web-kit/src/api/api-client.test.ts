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

describe('a call', () => {
  it('sends bearer, caller, idempotency key, version and JSON', async () => {
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

  it('answers etag and request id beside the body', async () => {
    const headers = { etag: '"7"', 'x-request-id': 'r9' }
    const { send } = clientWith(() => Response.json(counts, { headers }))
    const { answer, etag, requestId } = await send(sessionApi.userCount, {})
    expect([answer.count, etag, requestId]).toEqual([1, '"7"', 'r9'])
  })

  it('throws the refusal with its fields', async () => {
    const { send } = clientWith(() => rejection(400, 'VALIDATION', { errors: { email: 'Taken' } }))
    const error = await send(accountApi.admin.list, {}).catch((thrown: unknown) => thrown)
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
    const { send } = clientWith(() => Promise.reject(new TypeError('fetch failed')))
    await expect(send(accountApi.admin.list, {})).rejects.toMatchObject({
      code: 'NETWORK',
      message: 'An unexpected error occurred',
      refused: false,
    })
  })

  it('passes its own abort on', async () => {
    const controller = new AbortController()
    controller.abort()
    const { send } = clientWith((_url, init) => Promise.reject(init.signal?.reason as Error))
    await expect(send(accountApi.admin.list, { signal: controller.signal })).rejects.toMatchObject({
      name: 'AbortError',
    })
  })

  it('refuses an answer that is not what the contract says', async () => {
    const { send } = clientWith(() => Response.json({ success: true, count: 'many' }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONTRACT' })
  })

  it('takes success:false for a refusal whatever the status', async () => {
    const { send } = clientWith(() => rejection(200, 'CONFLICT'))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONFLICT', message: 'No.' })
  })

  it.each([
    ['a code that this page does not know yet', { code: 'LATER' }],
    ['no code', { code: undefined }],
  ])('keeps words and request id of a refusal with %s', async (_what, extra) => {
    const { send } = clientWith(() => rejection(500, '', { message: 'Bar failure', requestId: 'r7', ...extra }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({
      status: 500,
      code: 'INTERNAL',
      message: 'Bar failure',
      requestId: 'r7',
      refused: true,
    })
  })

  it('takes the request id of the headers where the body names none', async () => {
    const headers = { 'x-request-id': 'r8' }
    const { send } = clientWith(() => Response.json({ success: false, message: 'No.' }, { status: 409, headers }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ code: 'CONFLICT', requestId: 'r8' })
  })

  it('understands a page of a proxy as unavailable', async () => {
    const { send } = clientWith(() => new Response('<html>', { status: 502 }))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({ status: 502, code: 'UNAVAILABLE' })
  })
})

describe('a browser that believes that it is offline', () => {
  beforeEach(() => onlineManager.setOnline(false))
  afterEach(() => onlineManager.setOnline(true))
  const login = { body: { username: 'a', password: 'abc' } }

  it('sends all the same, and does not claim that a change without an answer was not sent', async () => {
    const fetch = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
    const { send } = clientWith(fetch)
    await expect(send(authApi.login, login)).rejects.toMatchObject({ code: 'NETWORK', refused: false })
    expect(fetch).toHaveBeenCalledOnce()
  })

  it('says of a read that it is offline', async () => {
    const { send } = clientWith(() => Promise.reject(new TypeError('Failed to fetch')))
    await expect(send(sessionApi.userCount, {})).rejects.toMatchObject({
      code: 'OFFLINE',
      message: 'You are offline.',
    })
  })

  it('takes the answer that comes', async () => {
    const { send } = clientWith(() => Response.json(counts))
    expect((await send(sessionApi.userCount, {})).answer.count).toBe(1)
  })
})

it('says that nothing was sent of what was never handed to the network', async () => {
  const { send } = clientWith(() => {
    throw new TypeError('No request')
  })
  const error = send(sessionApi.userCount, {})
  await expect(error).rejects.toMatchObject({ code: 'NOT_SENT', message: 'Nothing was sent.', refused: false })
})

describe('401', () => {
  it('ends the session whose token was sent', async () => {
    const { send, onRejected } = clientWith(() => rejection(401, 'UNAUTHENTICATED'))
    await expect(send(accountApi.admin.list, {})).rejects.toMatchObject({ status: 401 })
    expect(onRejected).toHaveBeenCalledWith('abc')
  })
  it('of a wrong login ends nothing', async () => {
    const { send, onRejected } = clientWith(() => rejection(401, 'UNAUTHENTICATED'), { token: () => null })
    const login = send(authApi.login, { body: { username: 'a', password: 'abc' } })
    await expect(login).rejects.toMatchObject({ status: 401 })
    expect(onRejected).not.toHaveBeenCalled()
  })
})
it('only calls of the accounts tree carry who asks', () => {
  expect(carriesCaller(accountApi.player.list)).toBe(true)
  expect(carriesCaller(authApi.session)).toBe(false)
  expect(carriesCaller(gamesApi.list)).toBe(false)
})
