import { AnyEvent, ErrorBody } from '@cascade/contracts'
import { ActivityRecorded } from '@cascade/contracts/gateway'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest'
import { startWorld, until, type World } from '../testing/world'

let world: World
const activities: ActivityRecorded[] = []

beforeAll(async () => {
  world = await startWorld({ natsUrl: inject('natsUrl') })
  await world.bus.listen('gateway.activity.recorded.v1', payload => {
    activities.push(ActivityRecorded.parse(payload))
  })
})
afterAll(() => world.stop())
beforeEach(() => {
  activities.length = 0
})

/** Waits for the activity; those of the test before may still arrive. */
const recorded = async (expected: Partial<ActivityRecorded['data']>) => {
  await until(() => activities.some(({ data }) => expect.objectContaining(expected).asymmetricMatch(data)))
}

describe('signing in', () => {
  it('answers a token of 30 minutes and sets it as a cookie that no script sees', async () => {
    const { answer, token } = await world.signIn()
    expect(answer.status).toBe(200)
    expect(answer.json).toMatchObject({
      success: true,
      message: 'Login successful!',
      user: { username: 'root', walletBalance: 12.5 },
      roles: ['superadmin'],
    })
    const claims = decodeJwt(token)
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'EdDSA', kid: 'gateway', typ: 'cascade-session+jwt' })
    expect(Math.abs((claims.exp ?? 0) - (claims.iat ?? 0) - 1800)).toBeLessThanOrEqual(1)
    expect(claims).toMatchObject({ aud: 'cascade', sub: 'id-root', role: 'superadmin', username: 'root' })
    const [cookie] = answer.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^session-token=[\w.-]+; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Strict$/)
    await recorded({ subject: 'LOGIN', username: 'root', accountId: 'id-root', status: 200 })
  })

  it('refuses as the service does, and writes the attempt down', async () => {
    const attempt = (username: string) =>
      world.send({ method: 'POST', path: '/api/auth/login', json: { username, password: 'wrong' } })
    const wrong = await attempt('ro\r\not')
    expect(wrong.status).toBe(401)
    expect(ErrorBody.parse(wrong.json).message).toBe('Invalid username or password.')
    expect(wrong.headers['set-cookie']).toBeUndefined()
    await recorded({ subject: 'LOGIN', username: 'ro ot', accountId: null, status: 401 })
    expect((await attempt('inactive')).status).toBe(403)
    const locked = await attempt('locked')
    expect([locked.status, locked.headers['retry-after']]).toEqual([429, '900'])
  })

  it('refuses bodies that are not the two fields', async () => {
    const login = (json: unknown) => world.send({ method: 'POST', path: '/api/auth/login', json })
    expect((await login({ username: 'root' })).json).toMatchObject({ errors: { password: 'Password is required' } })
    expect((await login({ username: { $ne: null }, password: 'right-password' })).status).toBe(400)
    expect((await login({ username: 'root', password: 'right-password', role: 'admin' })).status).toBe(400)
    const text = { method: 'POST', path: '/api/auth/login', body: '{"username":' }
    expect((await world.send({ ...text, headers: { 'content-type': 'application/json' } })).status).toBe(400)
    expect((await world.send({ ...text, headers: { 'content-type': 'text/plain' } })).status).toBe(400)
  })

  it('is refused from the page of another site', async () => {
    const { answer } = await world.signIn('root', { origin: 'https://elsewhere.example' })
    expect(answer.status).toBe(403)
  })
})

describe('the session', () => {
  it('is read with the present balance', async () => {
    const { bearer } = await world.signIn()
    const session = [...world.accounts.sessions.values()].at(-1)
    if (session) session.user = { ...session.user, walletBalance: 99 }
    const answer = await world.send({ path: '/api/auth/session', headers: bearer })
    expect(answer.json).toMatchObject({ success: true, user: { walletBalance: 99 }, roles: ['superadmin'] })
    expect(answer.json).not.toHaveProperty('token')
  })

  it('ends with logging out', async () => {
    const { bearer, cookie } = await world.signIn()
    const answer = await world.send({ path: '/api/auth/logout', headers: bearer })
    expect(answer.json).toEqual({ success: true })
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^session-token=; Path=\/; Expires=Thu, 01 Jan 1970/)
    expect((await world.send({ path: '/api/auth/session', headers: bearer })).status).toBe(401)
    expect((await world.send({ path: '/api/auth/session', headers: { cookie } })).status).toBe(401)
    await recorded({ subject: 'LOGOUT', username: 'root', method: 'GET', status: 200 })
  })

  it('ends at once when the service says so, without being asked', async () => {
    const { bearer } = await world.signIn()
    const sessionId = [...world.accounts.sessions.keys()].at(-1) ?? ''
    const path = '/api/superadmins/all'
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
    const reads = world.accounts.state.reads
    const event: AnyEvent = {
      id: sessionId,
      type: 'accounts.session.ended.v1',
      at: new Date().toISOString(),
      actor: null,
      correlationId: sessionId,
      causationId: null,
      seq: 1,
      data: { sessionIds: [sessionId], accountId: 'id-root', reason: 'test' },
    }
    world.bus.broadcast(event.type, event)
    await until(async () => (await world.send({ path, headers: bearer })).status === 401)
    expect(world.accounts.state.reads).toBe(reads)
  })

  it('ends within 5 s when the message is lost', async () => {
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
  it('name who did what, without secrets and line breaks', async () => {
    const { bearer } = await world.signIn()
    await world.send({
      method: 'POST',
      path: '/api/superadmins/credit-transfer?id=1&pass%77ord=hunter2&pin=1234&x=%0d%0aforged',
      headers: bearer,
      json: { password: 'hunter2' },
    })
    await until(() => activities.some(({ data }) => data.requestUrl.includes('credit-transfer')))
    const activity = activities.find(({ data }) => data.requestUrl.includes('credit-transfer'))
    expect(activity?.data).toMatchObject({ username: 'root', method: 'POST', status: 200, ipAddress: '127.0.0.1' })
    expect(activity?.data.requestUrl).toContain('id=1&pass%77ord=***&pin=***')
    expect(JSON.stringify(activity)).not.toContain('hunter2')
  })

  it('that a browser reports are those of the token', async () => {
    const { bearer } = await world.signIn()
    const json = { username: 'other', subject: 'export\nplayers', requestUrl: '/x?token=1', method: 'get' }
    const answer = await world.send({ method: 'POST', path: '/api/logs/logUserActivity', headers: bearer, json })
    expect(answer.status).toBe(201)
    await recorded({ subject: 'export players', username: 'root', requestUrl: '/x?token=***', method: 'GET' })
  })

  it('are events that a consumer can read', async () => {
    await world.signIn()
    await until(() => activities.length > 0)
    expect(AnyEvent.parse(activities[0]).seq).toBe(0)
  })
})
