import { describe, expect, it } from 'vitest'
import { createDayWins } from './day-wins'

const offering = { adminId: 'a1', gameId: 'g1' }

function makeWorld() {
  const open = { ...offering, day: { day: '2026-03-01', play: 0n, win: 0n }, feed: { figures: false } }
  const world = { projected: 0, win: 0n }
  const deps = { totals: { readDay: async () => ({ play: 0n, win: world.win }) }, playSeq: async () => world.projected }
  return { open, world, wins: createDayWins(deps as never, { find: () => open } as never) }
}

describe('the memory of the engine', () => {
  it('updates the wins of the day once the totals include a payment, even if the ledger answered twice', async () => {
    const { open, world, wins } = makeWorld()
    wins.recordPaid(offering, 7)
    wins.recordPaid(offering, 7)
    await wins.catchUp()
    expect(open.day.win).toBe(0n)
    Object.assign(world, { projected: 7, win: 900n })
    await wins.catchUp()
    expect([open.day.win, open.feed.figures]).toEqual([900n, true])
  })
})
