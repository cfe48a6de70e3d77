import type { Maintenance } from '@cascade/contracts/accounts'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { startWorld, until } from './testing/world'

const world = await startWorld()
afterAll(() => world.stop())
const { state } = world.accounts
afterEach(() => {
  state.maintenance = null
})

const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString()
const between = (from: number, to: number): Maintenance => ({
  from: inSeconds(from),
  to: inSeconds(to),
  message: 'New servers',
})

/** A new session brings the maintenance with its check. */
async function signIn(username: string) {
  const { bearer } = await world.signIn(username)
  return (method: string, path: string, json: unknown = {}) =>
    world.send({ method, path: `/api${path}`, headers: bearer, ...(method === 'GET' ? {} : { json }) })
}
const bet = ['POST', '/app/createbet'] as const

describe('a maintenance', () => {
  it('rejects changes before they are validated or reach a service, and no reads', async () => {
    state.maintenance = between(-60, 600)
    const call = await signIn('player')
    const { calls } = world.live.state
    const { status, headers, json } = await call(...bet, 'no bet')
    expect([status, json.code, json.reason]).toEqual([503, 'UNAVAILABLE', 'MAINTENANCE'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(590)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600)
    expect(world.live.state.calls).toBe(calls)
    expect((await call('GET', '/play/games')).status).toBe(200)
  })

  it('names an hour at most until the retry', async () => {
    state.maintenance = between(-60, 7_200)
    const call = await signIn('player')
    expect((await call(...bet)).headers['retry-after']).toBe('3600')
  })

  it('applies to no superadmin', async () => {
    state.maintenance = between(-60, 600)
    const call = await signIn('root')
    expect((await call('PUT', '/admins/a1')).status).toBe(200)
  })

  it('lets users sign in, prove themselves and sign out', async () => {
    state.maintenance = between(-60, 600)
    const call = await signIn('player')
    expect((await call(...bet)).status).toBe(503)
    expect((await call('POST', '/auth/step-up')).status).toBe(200)
    expect((await call('DELETE', '/sessions/id-player/other')).status).toBe(200)
    expect((await call('POST', '/logs/logUserActivity')).status).toBe(400)
    expect((await call('GET', '/auth/logout')).status).toBe(200)
  })

  it('begins and ends by itself', async () => {
    state.maintenance = between(2, 5)
    const call = await signIn('player')
    const status = async () => (await call(...bet)).status
    expect(await status()).toBe(200)
    await until(async () => (await status()) === 503)
    await until(async () => (await status()) === 200)
  })

  it('takes effect in gateways whose sessions are in use, and for changes without a session', async () => {
    const call = await signIn('player')
    expect((await call(...bet)).status).toBe(200)
    const another = await world.startAnother({})
    state.maintenance = between(-60, 600)
    await until(async () => (await call(...bet)).json.reason === 'MAINTENANCE')
    const signUp = await another.send({ method: 'POST', path: '/api/auth/signup', json: {} })
    expect(signUp.json.reason).toBe('MAINTENANCE')
    await another.stop()
  })
})
