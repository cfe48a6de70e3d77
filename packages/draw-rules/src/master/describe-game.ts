import { type BetType, type GameDescription, type GameOption, optionsMax } from '@cascade/contracts/games'

/** Defaults with room above the chips of 5 to 1000; superadmins can change them. */
const limits: GameDescription['limits'] = {
  betMin: 1,
  betMax: 10_000,
  betStep: 1,
  drawOptionMax: 100_000,
  playerDayMax: 1_000_000,
  liabilityMax: 50_000_000,
}

type OwnFields = Pick<GameDescription, 'layout' | 'dimensions' | 'bets'> &
  Partial<Pick<GameDescription, 'bundles'>> & { intervalSeconds: number; resultSeconds?: number }

/** Completes a description with the defaults of the predefined games. */
export function describeGame({ intervalSeconds, resultSeconds = 0, bundles = [], ...own }: OwnFields): GameDescription {
  const lockSeconds = intervalSeconds >= 120 ? 10 : 5
  return {
    ...own,
    bundles,
    draw: { intervalSeconds, lockSeconds, resultSeconds },
    policy: 'budgeted',
    booster: { chance: 26 },
    limits,
  }
}

/** The one dimension of most games. */
export const resultDimension = (
  options: GameDescription['dimensions'][number]['options'],
): GameDescription['dimensions'] => [{ key: 'result', label: 'Result', options }]

/**
 * A bet on the dimension `result`.
 * @param multiplier hundredths of the stake
 */
export const resultBet = (type: string, label: string, multiplier: number, cover: BetType['cover']): BetType => ({
  type,
  label,
  dimension: 'result',
  multiplier,
  cover,
})

/** @param multiplier hundredths of the stake */
export const straight = (multiplier: number): BetType => resultBet('straight', 'Straight', multiplier, 'same')

/** Consecutive numbers without leading zeros. */
const numberRange = (first: number, last: number) => ({ first, last, width: 1, separator: '' as const })

/** Options numbered from 1 in this order. */
export const numberInOrder = (looks: readonly Omit<GameOption, 'drawno'>[]): GameOption[] =>
  looks.map((look, index) => ({ drawno: String(index + 1), ...look }))

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
