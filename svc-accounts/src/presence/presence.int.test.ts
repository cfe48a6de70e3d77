import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { makeChain } from '../testing/make-accounts'
import { makeWorld } from '../testing/world'

let clock: Date | undefined
const world = await makeWorld({ now: () => clock ?? new Date() })
const chain = await makeChain(world)
afterEach(() => {
  clock = undefined
})
afterAll(() => world.close())

describe('presence', () => {
  const isOnline = async () => (await world.call(`GET /player/${chain.player._id}`)).body.data.isLoggedIn

  const playerId = () => chain.player._id
  const change = (
    gatewayId: string,
    report: { generation?: number; joined?: string[]; left?: string[]; all?: boolean },
  ) => {
    const { generation = 1, joined = [], left = [], all: isComplete = false } = report
    return world.internal('POST /presence', { gatewayId, generation, joined, left, isComplete })
  }
  const beat = async (gatewayId: string, online: number, generation = 1) =>
    (await world.internal('POST /presence/beat', { gatewayId, generation, online })).body.isInStep

  it('lasts while there is a connection at any gateway', async () => {
    await change('g1', { joined: [playerId()] })
    await change('g2', { joined: [playerId()] })
    expect(await isOnline()).toBe(true)
    await change('g1', { left: [playerId()] })
    expect(await isOnline()).toBe(true)
    await change('g2', { left: [playerId(), 'never-there'] })
    expect(await isOnline()).toBe(false)
  })

  it('publishes changes to other services', async () => {
    await change('g7', { joined: [playerId()] })
    await change('g7', { left: [playerId()] })
    const events = await world.events('accounts.presence.changed.v1')
    expect(events.slice(-2)).toEqual([
      { online: [playerId()], offline: [] },
      { online: [], offline: [playerId()] },
    ])
  })

  it('is corrected by a full report of a gateway that is out of sync', async () => {
    const ids = Array.from({ length: 2_500 }, (_, index) => `account-${index}`)
    await change('g3', { joined: [playerId(), ...ids.slice(0, 999)] })
    await change('g3', { joined: ids.slice(999, 1_999) })
    await change('g3', { joined: ids.slice(1_999) })
    expect([await beat('g3', 2_501), await beat('g3', 2_500)]).toEqual([true, false])
    expect(await beat('g3', 2_501, 2)).toBe(false)
    await change('g3', { generation: 2, joined: ids.slice(0, 2), all: true })
    expect([await isOnline(), await beat('g3', 2, 2)]).toEqual([false, true])
  })

  it('is in sync with 0 accounts for a new gateway', async () => {
    expect([await beat('g4', 0), await beat('g4', 1)]).toEqual([true, false])
  })

  it('ends when a gateway stops sending heartbeats', async () => {
    await change('g5', { joined: [playerId()] })
    expect(await isOnline()).toBe(true)
    clock = new Date(Date.now() + 120_000)
    await beat('g6', 0)
    expect(await isOnline()).toBe(false)
    clock = undefined
  })

  it('rejects more than 1,000 changes per report', async () => {
    const joined = Array.from({ length: 1_001 }, (_, index) => `a${index}`)
    expect((await change('g7', { joined })).status).toBe(400)
  })
})
