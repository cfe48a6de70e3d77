import { createHmac } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { winningLegs } from '../rules/bets/winnings'
import { compileGame } from '../rules/game/compile-game'
import { returnToPlayer } from '../rules/policy/return-to-player'
import { chiSquare, chiSquareBound, returnBound } from '../testing/chi-square'
import { descriptionOf, gameNames } from '../testing/master'
import { decide } from './decide'

const seedOf = (text: string) => createHmac('sha256', 'statistics').update(text).digest()

describe.each(gameNames)('%s under the random policy', name => {
  const game = compileGame({ ...descriptionOf(name), policy: 'random' })
  const draws = Math.max(1_000, game.outcomes.length * 5)
  const counts = game.outcomes.map(() => 0)
  const index = new Map(game.outcomes.map((outcome, at) => [outcome, at]))

  beforeAll(() => {
    for (let draw = 0; draw < draws; draw++) {
      const input = { stakes: [], budget: 0n, booster: 1, seed: seedOf(`${name}-${draw}`) }
      const at = index.get(decide(game, input).outcome) ?? -1
      counts[at] = (counts[at] ?? 0) + 1
    }
  }, 60_000)

  it('draws each result equally often', () => {
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(draws)
    expect(chiSquare(counts)).toBeLessThan(chiSquareBound(counts.length))
  })

  it('returns the expected share of every bet to players', () => {
    const wins = new Map<string, number>()
    for (const [at, outcome] of game.outcomes.entries()) {
      for (const leg of winningLegs(game, outcome).keys()) wins.set(leg, (wins.get(leg) ?? 0) + (counts[at] ?? 0))
    }
    const deviations = Array.from(game.legs.values(), leg => {
      const pay = Number(leg.multiplier) / 100
      const expected = returnToPlayer(game, leg)
      const actual = (pay * (wins.get(leg.key) ?? 0)) / draws
      return Math.abs(actual - expected) / returnBound(pay, expected / pay, draws)
    })
    expect(Math.max(...deviations)).toBeLessThan(1)
  })
})
