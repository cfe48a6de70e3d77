import { describe, expect, it } from 'vitest'
import { createPlayerDays, finishReservation, reserveStake } from './player-days'

function makeDays(stored: Record<string, bigint>, limit?: number) {
  let reads = 0
  const readStake = async (playerId: string) => {
    reads += 1
    return stored[playerId] ?? 0n
  }
  return { days: createPlayerDays({ readStake }, limit), reads: () => reads, stored }
}
const of = (days: ReturnType<typeof makeDays>['days'], player: string) => days.load(player, '2026-03-01', 'g1')

describe('createPlayerDays', () => {
  it("reads a player's stakes of the day once, then counts them, pending bets included", async () => {
    const { days, reads } = makeDays({ p1: 900n })
    const entries = await Promise.all([of(days, 'p1'), of(days, 'p1')])
    expect(reads()).toBe(1)
    expect(entries.map(entry => reserveStake(entry, 60n, 1_000n))).toEqual([true, false])
    finishReservation(entries[0], 60n, undefined)
    expect(reserveStake(entries[1], 100n, 1_000n)).toBe(true)
  })

  it('evicts the stakes of a player only when the totals include them', async () => {
    const { days, stored, reads } = makeDays({}, 1)
    expect(days.isNearlyFull()).toBe(false)
    const entry = await of(days, 'p1')
    expect(days.isNearlyFull()).toBe(true)
    reserveStake(entry, 500n, 1_000n)
    await of(days, 'p2')
    expect(days.size()).toBe(1)
    finishReservation(entry, 500n, 7)
    await of(days, 'p3')
    expect(reserveStake(await of(days, 'p1'), 501n, 1_000n)).toBe(false)
    stored.p1 = 500n
    days.setProjectedSeq(7)
    await of(days, 'p4')
    const before = reads()
    expect(reserveStake(await of(days, 'p1'), 501n, 1_000n)).toBe(false)
    expect(reads()).toBe(before + 1)
  })
})
