import type { BetType, Bundle, GameDescription, GameDimension } from './description'

export type RelationFault = { path: (string | number)[]; message: string }

type Related = Pick<GameDescription, 'dimensions' | 'bets' | 'bundles' | 'draw' | 'booster' | 'limits'>

/** Fields of a description that do not fit each other. What a rule covers is checked where the rules are. */
export function relationFaults(description: Related): RelationFault[] {
  return [
    ...dimensionFaults(description.dimensions),
    ...betFaults(description),
    ...timeFaults(description.draw),
    ...limitFaults(description.limits),
    ...('counterMin' in description.booster && description.booster.counterMin > description.booster.counterMax
      ? [{ path: ['booster', 'counterMax'], message: 'Not below the smallest counter' }]
      : []),
  ]
}

function dimensionFaults(dimensions: readonly GameDimension[]): RelationFault[] {
  const keys = dimensions.map(dimension => dimension.key)
  const faults: RelationFault[] = []
  if (keys[0] !== 'result') faults.push({ path: ['dimensions', 0, 'key'], message: 'The first is result' })
  if (dimensions[0]?.follows)
    faults.push({ path: ['dimensions', 0, 'follows'], message: 'Nothing comes before result' })
  return [...faults, ...repeated(keys).map(index => ({ path: ['dimensions', index, 'key'], message: 'Named twice' }))]
}

function betFaults({ bets, bundles, dimensions }: Related): RelationFault[] {
  const types = [...bets, ...bundles].map((each: BetType | Bundle) => each.type)
  const pathOf = (index: number) =>
    index < bets.length ? ['bets', index, 'type'] : ['bundles', index - bets.length, 'type']
  const faults: RelationFault[] = repeated(types).map(index => ({ path: pathOf(index), message: 'Named twice' }))
  for (const [index, bet] of bets.entries()) {
    if (dimensions.some(dimension => dimension.key === bet.dimension)) continue
    faults.push({ path: ['bets', index, 'dimension'], message: 'The game has no such dimension' })
  }
  for (const [index, bundle] of bundles.entries()) {
    if (bets.some(bet => bet.type === bundle.of && bet.cover === 'same')) continue
    faults.push({ path: ['bundles', index, 'of'], message: 'Not a bet on one option' })
  }
  return faults
}

function timeFaults({ intervalSeconds, lockSeconds, resultSeconds }: GameDescription['draw']): RelationFault[] {
  const longer = (field: string) => ({ path: ['draw', field], message: 'Shorter than the time between draws' })
  return [
    ...(lockSeconds >= intervalSeconds ? [longer('lockSeconds')] : []),
    ...(resultSeconds >= intervalSeconds ? [longer('resultSeconds')] : []),
  ]
}

function limitFaults({ betMin, betMax, betStep, drawOptionMax, playerDayMax }: GameDescription['limits']) {
  const faults: RelationFault[] = []
  const check = (field: string, holds: boolean, message: string) => {
    if (!holds) faults.push({ path: ['limits', field], message })
  }
  check('betMax', betMax >= betMin, 'Not below the smallest bet')
  check('betMin', betMin % betStep === 0, 'A multiple of the step')
  check('betMax', betMax % betStep === 0, 'A multiple of the step')
  check('drawOptionMax', drawOptionMax >= betMax, 'Not below the largest bet')
  check('playerDayMax', playerDayMax >= betMax, 'Not below the largest bet')
  return faults
}

/** Indices of what was named before. */
const repeated = (names: readonly string[]) =>
  names.flatMap((name, index) => (names.indexOf(name) < index ? [index] : []))
