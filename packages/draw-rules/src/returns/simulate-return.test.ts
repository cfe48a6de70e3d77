import { describe, expect, it } from 'vitest'
import { compileGame } from '../rules/game/compile-game'
import { highestReturn } from '../rules/policy/highest-return'
import { descriptionOf, gameNames, masterGame } from '../testing/master'
import { returnsInDraws, returnsInTheory } from './simulate-return'

const draws = 5_000
/** Five standard deviations of the mean return of ten 1-point bets, for the riskiest bet of each game. */
const boundOf = (name: (typeof gameNames)[number]) => {
  const dearest = Math.max(...Array.from(masterGame(name).legs.values(), ({ multiplier }) => Number(multiplier) / 100))
  return 5 * Math.sqrt((1.2 * dearest) / (10 * draws))
}

describe.each(gameNames)('%s', name => {
  it('returns the theoretical share under policy random, with and without booster', () => {
    const theory = returnsInTheory(masterGame(name))
    const simulated = returnsInDraws(masterGame(name), 'random', draws)
    expect(Math.abs(simulated.plain - theory.plain)).toBeLessThan(boundOf(name))
    expect(Math.abs(simulated.boosted - theory.boosted)).toBeLessThan(boundOf(name))
  }, 60_000)

  it('never returns more than 100 % under policy budgeted', () => {
    expect(returnsInDraws(masterGame(name), 'budgeted', 5_000).boosted).toBeLessThanOrEqual(1)
  }, 60_000)
})

it('highestReturn is the return of the best bet including the booster', () => {
  expect(highestReturn(masterGame('funTarget')).share).toBeCloseTo(0.9 * (27 / 26), 10)
  expect(highestReturn(masterGame('roulette')).share).toBeCloseTo((36 / 37) * (27 / 26), 10)
  expect(highestReturn(compileGame({ ...descriptionOf('roulette'), booster: { chance: 36 } })).share).toBeCloseTo(1, 10)
})
