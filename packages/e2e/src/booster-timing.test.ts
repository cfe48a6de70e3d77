import { createHash } from 'node:crypto'
import { gameCodes } from '@cascade/contracts/games'
import { Confidential, DrawRecord } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import { decide, decideBooster, deriveDecidingSeed } from '@cascade/draw-rules/draw'
import { masterDescription } from '@cascade/draw-rules/master'
import { describe, expect, it } from 'vitest'

const draws = 20_000
const description = masterDescription(gameCodes.funTarget)
if (!description) throw new Error('no such game')
const game = compileGame({ ...description, policy: 'random' })
const bytes = (text: string) => createHash('sha256').update(text).digest()

/** Public record of each draw in order, and the win of a one-point bet on 7. */
const played = Array.from({ length: draws }, (_, draw) => {
  const seed = deriveDecidingSeed(bytes(`seed ${draw}`), bytes(`tickets ${draw}`))
  const booster = decideBooster(26, seed).value
  const stakes = [['straight:7', 100n]] as const
  const { payout } = decide(game, { stakes, budget: 0n, booster, seed })
  return { booster, won: Number(payout) / 100 }
})

/** Draws since the last 2X booster, known before each draw. */
const waited = played.reduce<number[]>((gaps, _, draw) => {
  gaps.push(draw === 0 || played[draw - 1]?.booster === 2 ? 0 : (gaps[draw - 1] ?? 0) + 1)
  return gaps
}, [])

const strategies: [string, (draw: number) => boolean][] = [
  ['only after 20 draws without a booster', draw => (waited[draw] ?? 0) >= 20],
  ['only after 26', draw => (waited[draw] ?? 0) >= 26],
  ['only after 29', draw => (waited[draw] ?? 0) >= 29],
  ['only after a booster', draw => waited[draw] === 0 && draw > 0],
  ['only after a draw that paid nothing', draw => played[draw - 1]?.won === 0],
  ['only after a win', draw => (played[draw - 1]?.won ?? 0) > 0],
]

const theory = 0.9 * (27 / 26)
/** Variance of one bet, which pays 9 or, once in 260 draws, 18. */
const variance = (81 * 25) / 260 + 324 / 260 - theory ** 2
const bound = (bets: number) => 4 * Math.sqrt(variance / bets)

describe('a player who times bets by past boosters', () => {
  it('gets the theoretical return when betting on every draw', () => {
    const mean = played.reduce((sum, { won }) => sum + won, 0) / draws
    expect(Math.abs(mean - theory)).toBeLessThan(bound(draws))
  })

  it.each(strategies)('gains nothing by betting %s', (_name, bets) => {
    const on = played.filter((_, draw) => bets(draw))
    expect(on.length).toBeGreaterThan(500)
    const mean = on.reduce((sum, { won }) => sum + won, 0) / on.length
    expect(Math.abs(mean - theory)).toBeLessThan(bound(on.length))
    const boosted = on.filter(({ booster }) => booster === 2).length / on.length
    expect(Math.abs(boosted - 1 / 26)).toBeLessThan(4 * Math.sqrt(1 / 26 / on.length))
  })

  it('finds no booster counter in the public or confidential part of a record', () => {
    const names = [...Object.keys(DrawRecord.shape), ...Object.keys(DrawRecord.shape.booster.shape)]
    expect([...names, ...Object.keys(Confidential.shape)].filter(name => /counter/i.test(name))).toEqual([])
  })
})
