import { expect, it } from 'vitest'
import { openDrawOf } from '../bets/open-draws'
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
const deps = { engine: { pairs: { all: () => pairs } }, holder: { isHere: () => true } } as unknown as LiveDeps
const asked = (adminIds: string[] | null) => readExposure(deps, { adminIds, isFinal: false })

it('adds up the dearest result of each open draw, twice as the booster may come, below those who are asked for', async () => {
  expect(await asked(null)).toEqual({ draws: 3, stake: '1800', worst: String((1_000 + 200 + 100) * 9 * 2) })
  expect(await asked(['a1'])).toEqual({ draws: 2, stake: '1700', worst: String(1_200 * 18) })
  expect(await asked(['a3', 'a9'])).toEqual({ draws: 0, stake: '0', worst: '0' })
})
