import { AnyEvent, ErrorBody } from '@cascade/contracts'
import { sessionsEndedSubject } from '@cascade/contracts/accounts'
import { ActivitiesRecorded, type ActivityRecorded } from '@cascade/contracts/gateway'
import { AppError } from '@cascade/service-kit'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { startWorld, until } from '../testing/world'

const activities: ActivityRecorded[] = []

const world = await startWorld()
await world.bus.listen('gateway.activities.recorded.v1', payload => {
  activities.push(...ActivitiesRecorded.parse(payload).data.activities)
})
afterAll(() => world.stop())
beforeEach(() => {
  activities.length = 0
})

const recorded = async (expected: Partial<ActivityRecorded['data']>) => {
  await until(() => activities.some(({ data }) => expect.objectContaining(expected).asymmetricMatch(data)))
}

describe('sign-in', () => {
  it('returns a token for 30 minutes and sets it as an HttpOnly cookie', async () => {
    const { answer, token } = await world.signIn()
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      success: true,
      message: 'Login successful!',
      user: { username: 'root', walletBalance: 12.5 },
      roles: ['superadmin'],
    })
    expect(world.accounts.state.requestIds.at(-1)).toBe(answer.headers['x-request-id'])
    const claims = decodeJwt(token)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: 'gateway', typ: 'cascade-session+jwt' })
    expect(Math.abs((claims.exp ?? 0) - (claims.iat ?? 0) - 1800)).toBeLessThanOrEqual(1)
    expect(claims).toMatchObject({ aud: 'cascade', sub: 'id-root', role: 'superadmin', username: 'root' })
    const [cookie] = answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^session-token=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    await recorded({ subject: 'LOGIN', username: 'root', accountId: 'id-root', status: 200 })
  })

  it('marks a browser once, and passes the mark to svc-accounts at each sign-in', async () => {
    const origin = 'http://localhost:7777'
    const first = await world.signIn('root', { origin, host: 'localhost:7777' })
    const [, cookie = ''] = first.answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^browser=[\w-]{36}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    const mark = cookie.slice('browser='.length, cookie.indexOf(';'))
    const again = await world.signIn('root', { origin, host: 'localhost:7777', cookie: `browser=${mark}` })
    expect(again.answer.headers['set-cookie']).toHaveLength(1)
    await world.signIn()
    expect(world.accounts.state.browsers.slice(-3)).toEqual([{ mark, isNew: true }, { mark, isNew: false }, undefined])
  })

  it('returns the rejection of svc-accounts and audits the attempt', async () => {
    const attempt = (username: string) =>
      world.send({ method: 'POST', path: '/api/auth/login', json: { username, password: 'wrong' } })
    const wrong = await attempt('ro\r\not')
    expect(wrong.status).toBe(401)
    expect(ErrorBody.parse(wrong.json).message).toBe('Invalid username or password.')
    expect(wrong.headers['set-cookie']).toBeUndefined()
    await recorded({ subject: 'LOGIN', username: 'ro ot', accountId: null, status: 401 })
    expect((await attempt('inactive')).status).toBe(403)
    const waiting = await attempt('waiting')
    expect([waiting.status, waiting.headers['retry-after']]).toEqual([429, '32'])
  })

  it('answers like a wrong password from a network that is not allowed, and logs it', async () => {
    const attempt = async (username: string) => {
      const json = { username, password: 'wrong' }
      const { requestId: _, ...rest } = (await world.send({ method: 'POST', path: '/api/auth/login', json })).json
      return rest
    }
    expect(await attempt('elsewhere')).toEqual(await attempt('root'))
    await recorded({ subject: 'LOGIN', username: 'Elsewhere', status: 401, code: 'NETWORK_NOT_ALLOWED' })
  })

  it('logs the account of a wrong second factor, which the response does not name', async () => {
    const json = { challenge: 'challenge', totp: '000000' }
    const wrong = await world.send({ method: 'POST', path: '/api/auth/second-factor', json })
    expect([wrong.status, wrong.json.errors]).toEqual([401, undefined])
    await recorded({ subject: 'LOGIN', username: 'careful', status: 401 })
  })

  it('rejects bodies other than username and password', async () => {
    const login = (json: unknown) => world.send({ method: 'POST', path: '/api/auth/login', json })
    expect((await login({ username: 'root' })).json).toMatchObject({ errors: { password: 'Password is required' } })
    expect((await login({ username: { $ne: null }, password: 'right-password' })).status).toBe(400)
    expect((await login({ username: 'root', password: 'right-password', role: 'admin' })).status).toBe(400)
    const text = { method: 'POST', path: '/api/auth/login', body: '{"username":' }
    expect((await world.send({ ...text, headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect((await world.send({ ...text, headers: { 'content-type': 'text/plain' } })).status).toBe(400)
  })

  it('is rejected from a page of another site', async () => {
    const { answer } = await world.signIn('root', { origin: 'https://elsewhere.example' })
    expect([answer.status, answer.json.reason]).toEqual([403, 'ORIGIN_NOT_ALLOWED'])
  })
})

describe('the session', () => {
  it('is returned with the current balance', async () => {
    const { bearer } = await world.signIn()
    const session = [...world.accounts.sessions.values()].at(-1)
    if (session) session.user = { ...session.user, walletBalance: 99 }
    const answer = await world.send({ path: '/api/auth/session', headers: bearer })
    expect(answer.json).toMatchObject({ success: true, user: { walletBalance: 99 }, roles: ['superadmin'] })
    expect(answer.json).not.toHaveProperty('token')
  })

  it('ends at logout', async () => {
    const { bearer, cookie } = await world.signIn()
    const answer = await world.send({ path: '/api/auth/logout', headers: bearer })
    expect(answer.json).toEqual({ success: true })
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^session-token=; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect((await world.send({ path: '/api/auth/session', headers: bearer })).status).toBe(401)
    expect((await world.send({ path: '/api/auth/session', headers: { cookie } })).status).toBe(401)
    await recorded({ subject: 'LOGOUT', username: 'root', method: 'GET', status: 200 })
  })

  it('ends at once when svc-accounts announces its end', async () => {
    const { bearer } = await world.signIn()
    const sessionId = [...world.accounts.sessions.keys()].at(-1) ?? ''
    const path = '/api/superadmins/all'
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
    const reads = world.accounts.state.reads
    world.bus.broadcast(sessionsEndedSubject, [{ sessionIds: [sessionId], reason: 'test' }])
    await until(async () => (await world.send({ path, headers: bearer })).status === 401)
    expect(world.accounts.state.reads).toBe(reads)
  })

  it('ends within 5 s when the announcement is lost', async () => {
    const { bearer } = await world.signIn()
    const path = '/api/superadmins/all'
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
    const started = Date.now()
    world.accounts.sessions.clear()
    while ((await world.send({ path, headers: bearer })).status !== 401) {
      if (Date.now() - started > 6_000) throw new Error('still open')
      await new Promise(resolve => setTimeout(resolve, 50))
    }
  })
})

describe('activities', () => {
  const post = (path: string, headers: Record<string, string>, json: unknown) =>
    world.send({ method: 'POST', path, headers, json })

  it('name actor, action and object, without secrets and line breaks', async () => {
    const { bearer } = await world.signIn()
    const path = '/api/player/credit-transfer?id=1&role=x&pass%77ord=hunter2&pin=1234&x=%0d%0aforged'
    await post(path, bearer, { toUserId: 'p7', transferAmount: 12.5, password: 'hunter2' })
    await recorded({ subject: 'Credit given: Player', username: 'root', method: 'POST', status: 200, source: 'server' })
    const activity = activities.find(({ data }) => data.subject === 'Credit given: Player')
    expect(activity?.data).toMatchObject({ object: { accountId: 'p7', username: null }, amount: 12.5 })
    expect(activity?.data.requestUrl).toContain('credit-transfer?pass%77ord=***&pin=***')
    expect(JSON.stringify(activity)).not.toContain('hunter2')
  })

  it('include reads of the log, also those that fail', async () => {
    const { bearer } = await world.signIn()
    await world.send({ path: '/api/logs?page=1', headers: bearer })
    await recorded({ subject: 'Read the log', username: 'root', method: 'GET', status: 503 })
  })

  it('state the direction of credit and status changes', async () => {
    const { bearer } = await world.signIn()
    await post('/api/player/credit-adjust', bearer, { toUserId: 'p7', adjustAmount: 5, transactionType: 'credit' })
    await recorded({ subject: 'Credit taken back: Player', amount: 5 })
    await post('/api/player/credit-adjust', bearer, { toUserId: 'p7', adjustAmount: 5, transactionType: 'debit' })
    await recorded({ subject: 'Credit given: Player', amount: 5 })
    const toggle = (action: string) =>
      world.send({ method: 'PATCH', path: `/api/player/toggle-status/p7/${action}`, headers: bearer })
    await toggle('deactivate')
    await recorded({ subject: 'Account deactivated: Player', object: { accountId: 'p7', username: null } })
    await toggle('activate')
    await recorded({ subject: 'Account activated: Player' })
  })

  it('record the code and reason of a rejection, by the gateway or a service', async () => {
    const { bearer } = await world.signIn()
    world.accounts.state.rejection = new AppError('VALIDATION', 'No.', { reason: 'WRONG_PASSWORD' })
    expect((await post('/api/player/credit-transfer', bearer, { toUserId: 'p7' })).status).toBe(400)
    world.accounts.state.rejection = undefined
    await recorded({ subject: 'Credit given: Player', status: 400, code: 'VALIDATION', reason: 'WRONG_PASSWORD' })
    const player = await world.signIn('player')
    expect((await post('/api/player/credit-transfer', player.bearer, { toUserId: 'p7' })).status).toBe(403)
    await recorded({ username: 'player', subject: 'Credit given: Player', status: 403, code: 'FORBIDDEN' })
  })

  it('combine 300 rejected calls of a player into at most three rows', async () => {
    const { bearer } = await world.signIn('player')
    const gateway = await world.startAnother({})
    const give = (call: number) =>
      gateway.send({ method: 'POST', path: `/api/player/credit-transfer?flood=${call}`, headers: bearer, json: {} })
    for (let call = 0; call < 300; call += 20) {
      const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => give(call + index)))
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(403))
    }
    await gateway.stop()
    const rows = () => activities.filter(({ data }) => data.requestUrl.includes('flood'))
    const sum = () => rows().reduce((total, { data }) => total + (data.times ?? 1), 0)
    await until(() => sum() >= 300)
    expect(sum()).toBe(300)
    expect(rows().length).toBeLessThanOrEqual(3)
  })

  it('ignore ids and amounts that are not plain', async () => {
    const { bearer } = await world.signIn()
    const odd = { toUserId: { $ne: 1 }, transferAmount: '1e99' }
    await post('/api/player/credit-transfer', bearer, odd)
    await recorded({ subject: 'Credit given: Player', status: 200 })
    const data = activities.find(({ data }) => data.subject === 'Credit given: Player')?.data
    expect([data?.object, data?.amount]).toEqual([undefined, undefined])
  })

  it('reported by a browser have the actor of the token and a limited subject', async () => {
    const { bearer } = await world.signIn()
    const report = (json: object) => post('/api/logs/logUserActivity', bearer, json)
    const said = { username: 'other', subject: 'Export', requestUrl: '/x?token=1', method: 'get' }
    expect((await report(said)).status).toBe(201)
    await recorded({
      subject: 'Export',
      username: 'root',
      requestUrl: '/x?token=***',
      method: 'GET',
      source: 'browser',
    })
    for (const subject of ['LOGIN', 'Credit given: Player', '=cmd|calc', '']) {
      expect((await report({ ...said, subject })).status).toBe(400)
    }
  })

  it('reported by a browser are rate-limited', async () => {
    const { bearer } = await world.signIn()
    const said = { subject: 'Export', requestUrl: '/x', method: 'GET' }
    const answers = await Promise.all(Array.from({ length: 20 }, () => post('/api/logs/logUserActivity', bearer, said)))
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
  })

  it('are valid events', async () => {
    await world.signIn()
    await until(() => activities.length > 0)
    expect(AnyEvent.parse(activities[0]).seq).toBe(0)
  })
})
