import { describe, expect, it } from 'vitest'
import { createOpenDraw } from '../betting/open-draws'
import type { LiveDeps } from '../deps'
import { makeGame } from '../testing/make-game'
import { countdown, readExposure } from './live-calls'

const rules = makeGame()
const times = { opensAtMs: 0, lockAtMs: 55_000, drawAtMs: 60_000, version: 1, intervalMs: 60_000 }
type Stakes = [string, bigint][]
const offeringOf = (adminId: string, stakes: Stakes) => ({
  adminId,
  draw: createOpenDraw({ drawId: adminId, times: times as never, seedKeyId: 's', rules }, stakes, stakes.length),
})
const offerings = [
  offeringOf('a1', [
    ['straight:7', 1_000n],
    ['straight:3', 500n],
  ]),
  offeringOf('a1', [['straight:1', 200n]]),
  offeringOf('a2', [['straight:7', 100n]]),
  offeringOf('a3', []),
]
const nowMs = Date.UTC(2026, 0, 5, 9)
const at = (agoMs: number) => new Date(nowMs - agoMs)
const openDraws = [
  { adminId: 'a1', drawAt: at(300_000) },
  { adminId: 'a2', drawAt: at(60_000) },
  { adminId: 'a1', drawAt: at(2_000) },
  { adminId: 'a1', drawAt: at(-30_000) },
]
const stops = [
  { adminId: 'a2', gameId: null, at: at(5_000).toISOString() },
  { adminId: null, gameId: 'g', at: at(9_000).toISOString() },
]
const deps = {
  engine: { offerings: { all: () => offerings } },
  leader: { isHere: () => true },
  clock: { now: () => nowMs },
  draws: { listOpen: async () => openDraws },
  stops: { list: async () => stops },
} as unknown as LiveDeps
const exposure = (adminIds: string[] | null) => readExposure(deps, { adminIds, isFinal: false })

describe('the exposure of open draws', () => {
  it('sums the costliest result of each open draw at booster 2, for the requested admins', async () => {
    expect(await exposure(null)).toMatchObject({ draws: 3, stake: '1800', worst: String((1_000 + 200 + 100) * 9 * 2) })
    expect(await exposure(['a1'])).toMatchObject({ draws: 2, stake: '1700', worst: String(1_200 * 18) })
    expect(await exposure(['a3', 'a9'])).toMatchObject({ draws: 0, stake: '0', worst: '0' })
  })

  it('counts late draws and active stops, with the time of the oldest', async () => {
    const oldestStop = at(9_000).toISOString()
    expect(await exposure(null)).toMatchObject({
      late: { count: 2, oldest: at(300_000).toISOString() },
      stops: { count: 2, oldest: oldestStop },
    })
    expect(await exposure(['a2'])).toMatchObject({
      late: { count: 1, oldest: at(60_000).toISOString() },
      stops: { count: 1, oldest: at(5_000).toISOString() },
    })
    expect(await exposure(['a3'])).toMatchObject({
      late: { count: 0, oldest: null },
      stops: { count: 0, oldest: null },
    })
  })
})

describe('countdown', () => {
  it.each([
    [60_000, '01:00'],
    [59_999, '01:00'],
    [59_000, '00:59'],
    [1, '00:01'],
    [0, '00:00'],
    [-5, '00:00'],
    [180_000, '03:00'],
    [86_400_000, '1440:00'],
  ])('shows a countdown of %i ms as %s', (left, text) => {
    expect(countdown(1_000_000, 1_000_000 + left)).toBe(text)
  })
})
