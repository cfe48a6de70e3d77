import type { BetType, GameDescription, GameOption } from '@cascade/contracts/games'

/** Chips go from 5 to 1000; these bounds leave room above and are the superadmin's to change. */
const limits: GameDescription['limits'] = {
  betMin: 1,
  betMax: 10_000,
  betStep: 1,
  drawOptionMax: 100_000,
  playerDayMax: 1_000_000,
  liabilityMax: 50_000_000,
}

type Own = Pick<GameDescription, 'layout' | 'dimensions' | 'bets'> &
  Partial<Pick<GameDescription, 'bundles'>> & { intervalSeconds: number; resultSeconds?: number }

/** What the games of the master data have in common. */
export function describeGame({ intervalSeconds, resultSeconds = 0, bundles = [], ...own }: Own): GameDescription {
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
export const drawn = (options: GameDescription['dimensions'][number]['options']): GameDescription['dimensions'] => [
  { key: 'result', label: 'Result', options },
]

/** A bet on the one dimension. @param multiplier hundredths of the stake */
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
export const numbered = (first: number, last: number) => ({ first, last, width: 1, separator: '' as const })

/** Options numbered from 1 in this order. */
export const inOrder = (looks: readonly Omit<GameOption, 'drawno'>[]): GameOption[] =>
  looks.map((look, index) => ({ drawno: String(index + 1), ...look }))
