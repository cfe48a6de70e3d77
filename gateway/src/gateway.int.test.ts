import { eventually, freePort, startCallers } from '@cascade/service-kit/testing'
import { afterAll, describe, expect, it } from 'vitest'
import { startGatewayProcess } from './testing/gateway-process'
import { startWorld, until } from './testing/world'

const world = await startWorld()
afterAll(() => world.stop())

const generous = {
  RATE_SESSION_PER_SECOND: '1000000',
  RATE_ADDRESS_PER_SECOND: '1000000',
  RATE_IN_FLIGHT_PER_SESSION: '32',
}

describe('the stop of the gateway', () => {
  it('loses no call of 32 clients and ends by itself', async () => {
    const port = await freePort()
    const env = world.envOf(port, { ...generous, NODE_ENV: 'production', COOKIE_SECURE: 'false', LOG_LEVEL: 'warn' })
    const gateway = await startGatewayProcess(env)
    const { bearer } = await world.signIn()
    const before = world.accounts.state.calls
    const call = () => ({
      method: 'POST',
      path: '/api/superadmins/credit-transfer',
      headers: { ...bearer, 'content-type': 'application/json' },
      body: '{"amount":1}',
    })
    const callers = startCallers({ port, count: 32, call })
    await eventually(async () => callers.outcomes.answered > 300)
    const { code } = await gateway.terminate()
    await eventually(async () => callers.outcomes.refused >= 32)
    const { answered, statuses, lost } = await callers.stop()
    expect([code, lost, [...statuses]]).toEqual([0, [], [200]])
    expect(world.accounts.state.calls - before).toBe(answered)
  })

  it('exits with code 0 when NATS was never reachable', async () => {
    const port = await freePort()
    const nowhere = `nats://127.0.0.1:${await freePort()}`
    const gateway = await startGatewayProcess(world.envOf(port, { NATS_URL: nowhere, LOG_LEVEL: 'info' }))
    const { code } = await gateway.terminate()
    expect([code, gateway.output()]).toEqual([0, expect.not.stringContaining('unhandled')])
  })

  it('lets calls in flight finish', async () => {
    const { send, stop } = await world.startAnother({})
    const { bearer } = await world.signIn()
    const before = world.accounts.state.calls
    const call = send({ path: '/api/superadmins/slow', headers: bearer })
    await until(() => world.accounts.state.calls > before)
    const stopped = stop()
    expect((await call).status).toBe(200)
    await stopped
    await expect(send({ path: '/livez' })).rejects.toThrow()
  })
})
