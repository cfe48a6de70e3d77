import { expect, it } from 'vitest'
import { openDrawOf } from '../betting/open-draws'
import type { LiveDeps } from '../deps'
import { makeGame } from '../testing/make-game'
import { readExposure } from './live-calls'

const rules = makeGame()
const times = { opensAtMs: 0, lockAtMs: 55_000, drawAtMs: 60_000, version: 1, intervalMs: 60_000 }
type Stakes = [string, bigint][]
const pairOf = (adminId: string, stakes: Stakes) => ({
  adminId,
  draw: openDrawOf({ drawId: adminId, times: times as never, seedKeyId: 's', rules }, stakes, stakes.length),
})
const pairs = [
  pairOf('a1', [
    ['straight:7', 1_000n],
    ['straight:3', 500n],
  ]),
  pairOf('a1', [['straight:1', 200n]]),
  pairOf('a2', [['straight:7', 100n]]),
  pairOf('a3', []),
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
  engine: { pairs: { all: () => pairs } },
  holder: { isHere: () => true },
  clock: { now: () => nowMs },
  draws: { open: async () => openDraws },
  stops: { list: async () => stops },
} as unknown as LiveDeps
const asked = (adminIds: string[] | null) => readExposure(deps, { adminIds, isFinal: false })

it('adds up the dearest result of each open draw, twice as the booster may come, below those who are asked for', async () => {
  expect(await asked(null)).toMatchObject({ draws: 3, stake: '1800', worst: String((1_000 + 200 + 100) * 9 * 2) })
  expect(await asked(['a1'])).toMatchObject({ draws: 2, stake: '1700', worst: String(1_200 * 18) })
  expect(await asked(['a3', 'a9'])).toMatchObject({ draws: 0, stake: '0', worst: '0' })
})

it('counts draws without a result some seconds after their moment, and stops in force, with the age of the oldest', async () => {
  const oldestStop = at(9_000).toISOString()
  expect(await asked(null)).toMatchObject({
    late: { count: 2, oldest: at(300_000).toISOString() },
    stops: { count: 2, oldest: oldestStop },
  })
  expect(await asked(['a2'])).toMatchObject({
    late: { count: 1, oldest: at(60_000).toISOString() },
    stops: { count: 1, oldest: at(5_000).toISOString() },
  })
  expect(await asked(['a3'])).toMatchObject({ late: { count: 0, oldest: null }, stops: { count: 0, oldest: null } })
})
