import { type GameDescription, optionsMax } from '@cascade/contracts/games'
import { describeGame, numberRange, resultDimension, straight } from './standard'

/**
 * Default description of a game: a grid of the numbers 1 to `nodigit`. A winning bet pays (`nodigit` − 1) times the
 * stake, at least the stake.
 * @throws RangeError unless `nodigit` is an integer from 1 to `optionsMax`
 */
export function plainGame(nodigit: number, intervalSeconds = 60, resultSeconds = 0): GameDescription {
  if (!Number.isInteger(nodigit) || nodigit < 1 || nodigit > optionsMax) {
    throw new RangeError(`1 to ${optionsMax} options, not ${nodigit}`)
  }
  return describeGame({
    layout: { kind: 'grid', columns: 5, groups: [] },
    dimensions: resultDimension(numberRange(1, nodigit)),
    bets: [straight(Math.max(1, nodigit - 1) * 100)],
    intervalSeconds,
    resultSeconds,
  })
}
