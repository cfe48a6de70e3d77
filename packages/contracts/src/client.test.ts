import { describe, expect, it } from 'vitest'
import { accountApi, authApi, playerApi } from './accounts'
import { exampleOf } from './calls'
import { createClient, createUser, RejectedError, signIn } from './client'

type Answer = { status: number; body: unknown }

/** A server that gives these answers in order and records its requests. */
function fakeServer(...answers: readonly Answer[]) {
  const requests: { line: string; headers: Record<string, string>; body: unknown }[] = []
  const fetch = async (url: string, init: RequestInit) => {
    const { status, body } = answers[requests.length] ?? { status: 500, body: {} }
    requests.push({ line: `${init.method} ${url}`, headers: init.headers as Record<string, string>, body: init.body })
    return Response.json(body, { status })
  }
  return { requests, fetch }
}
const busy = { status: 503, body: { message: 'busy' } }
const loggedIn = { status: 200, body: exampleOf(authApi.login).response }
const login = { username: 'admin1', password: 'secret' }

describe('a client of the public API', () => {
  it('sends token, key and JSON, and returns the parsed response', async () => {
    const { fetch, requests } = fakeServer({ status: 200, body: exampleOf(accountApi.player.update).response })
    const client = createClient('http://suite', { fetch, token: 't1' })
    const { data } = await client.call(accountApi.player.update, { params: { id: 'p1' }, body: {}, key: 'k1' })
    expect(data.role).toBe('player')
    const headers = { authorization: 'Bearer t1', 'idempotency-key': 'k1', 'content-type': 'application/json' }
    expect(requests).toEqual([{ line: 'PUT http://suite/api/player/p1', headers, body: '{}' }])
  })

  it('throws the reason of a rejection and whether it is final', async () => {
    const body = { success: false, code: 'CONFLICT', message: 'Taken.', requestId: 'r1' }
    const rejectionFor = async (answer: Answer) =>
      createClient('http://suite', fakeServer(answer))
        .call(playerApi.me)
        .catch((error: unknown) => error as RejectedError)
    expect(await rejectionFor({ status: 409, body })).toMatchObject({ status: 409, reason: 'CONFLICT', isFinal: true })
    expect(await rejectionFor({ status: 502, body: 'bad' })).toMatchObject({ reason: 'HTTP_502', isFinal: false })
    expect(String(await rejectionFor({ status: 409, body }))).toContain('409: Taken.')
  })

  it('retries on 503 under the same key', async () => {
    const { fetch, requests } = fakeServer(busy, loggedIn, busy, { status: 200, body: {} })
    const signedIn = await signIn('http://suite', login, { fetch, retriesMax: 6 })
    await signedIn?.send('POST', '/admin/create', { key: 'key-1', body: {} })
    const [first, then] = ['POST http://suite/api/auth/login', 'POST http://suite/api/admin/create']
    expect(requests.map(({ line }) => line)).toEqual([first, first, then, then])
    expect(requests.slice(2).map(({ headers }) => headers['idempotency-key'])).toEqual(['key-1', 'key-1'])
  })

  it('sends only username and password when it signs in', async () => {
    const { fetch, requests } = fakeServer(loggedIn)
    const person = { ...login, id: 'p1' }
    await signIn('http://suite', person, { fetch })
    expect(JSON.parse(String(requests[0]?.body))).toEqual(login)
  })

  it('returns undefined for wrong credentials and throws other errors', async () => {
    expect(await signIn('http://suite', login, fakeServer({ status: 401, body: {} }))).toBeUndefined()
    await expect(signIn('http://suite', login, fakeServer(busy))).rejects.toThrow(RejectedError)
  })
})

describe('a user', () => {
  const ended = { status: 401, body: {} }
  const me = { status: 200, body: exampleOf(playerApi.me).response }

  it('signs in with the first call, and once more for all calls whose session has ended', async () => {
    const { fetch, requests } = fakeServer(loggedIn, ended, ended, loggedIn, me, me)
    const user = createUser('http://suite', () => login, { fetch })
    const answers = await Promise.all([user.call(playerApi.me), user.call(playerApi.me)])
    expect(answers.map(({ data }) => data._id)).toEqual([me.body.data._id, me.body.data._id])
    const [signedIn, read] = ['POST http://suite/api/auth/login', 'GET http://suite/api/play/me']
    expect(requests.map(({ line }) => line)).toEqual([signedIn, read, read, signedIn, read, read])
  })

  it('signs in again after a failed sign-in', async () => {
    const { fetch } = fakeServer({ status: 401, body: {} }, loggedIn, me)
    const user = createUser('http://suite', () => login, { fetch })
    await expect(user.call(playerApi.me)).rejects.toThrow('admin1 cannot sign in')
    expect((await user.call(playerApi.me)).data._id).toBe(me.body.data._id)
  })
})
