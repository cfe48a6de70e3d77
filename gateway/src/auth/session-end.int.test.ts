import { backgroundHeader, sessionsEndedSubject } from '@cascade/contracts/accounts'
import { afterAll, describe, expect, it } from 'vitest'
import { startWorld, until } from '../testing/world'

/** The clock of svc-accounts runs 5 s ahead. */
const world = await startWorld({ skewMs: 5_000 })
afterAll(() => world.stop())

const path = '/api/superadmins/all'
const lastSessionId = () => [...world.accounts.sessions.keys()].at(-1) ?? ''

describe('a session that has ended', () => {
  it.each(['SESSION_IDLE', 'SESSION_REPLACED'] as const)('answers 401 with the reason %s', async reason => {
    const { bearer } = await world.signIn()
    const sessionId = lastSessionId()
    expect((await world.send({ path, headers: bearer })).status).toBe(200)
    world.accounts.state.ended.push({ sessionId, reason })
    world.accounts.sessions.delete(sessionId)
    const send = async () => (await world.send({ path, headers: bearer })).json
    await until(async () => (await send()).success === false)
    for (let call = 0; call < 2; call++) expect(await send()).toMatchObject({ code: 'UNAUTHENTICATED', reason })
  })

  it('states the reason of a pushed end at once', async () => {
    const { bearer } = await world.signIn()
    const ended = [{ sessionIds: [lastSessionId()], reason: 'SESSION_REPLACED' }]
    const send = async () => (await world.send({ path, headers: bearer })).json
    await until(async () => {
      world.bus.broadcast(sessionsEndedSubject, ended)
      return (await send()).reason === 'SESSION_REPLACED'
    })
  })
})

describe('a session with a restriction of networks', () => {
  it('is rejected at another address', async () => {
    const { bearer } = await world.signIn()
    const restrict = (...networks: string[][]) =>
      Object.assign(world.accounts.sessions.get(lastSessionId()) ?? {}, { networks })
    const status = async () => (await world.send({ path, headers: bearer })).status
    restrict(['127.0.0.0/8', '::1'], ['127.0.0.1'])
    expect(await status()).toBe(200)
    restrict(['127.0.0.0/8', '::1'], ['203.0.113.0/24'])
    await until(async () => (await status()) === 401)
  })
})

describe('activity of a session', () => {
  const isActive = (sessionId: string) => world.accounts.state.active.includes(sessionId)

  it('is a call, but no read that the page marks as background', async () => {
    const { bearer } = await world.signIn()
    const sessionId = lastSessionId()
    const background = { ...bearer, [backgroundHeader]: '1' }
    const reads = world.accounts.state.reads
    await until(async () => {
      await world.send({ path, headers: background })
      return world.accounts.state.reads > reads + 1
    })
    expect(isActive(sessionId)).toBe(false)
    await world.send({ method: 'PUT', path: '/api/superadmins/x', headers: background, json: {} })
    await until(() => isActive(sessionId))
  })
})
