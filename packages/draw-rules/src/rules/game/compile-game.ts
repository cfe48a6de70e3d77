import type { GameDescription } from '@cascade/contracts/games'
import { DescriptionError, type Dimension, type Game, type Leg } from './game'
import { buildBundles, buildLegs } from './legs'
import { expandOptions } from './options'
import { enumerateOutcomes } from './outcomes'

/**
 * Derives options, results, bets and their covers from a description. Takes about a millisecond per thousand options:
 * cache the result.
 * @throws DescriptionError if the parts are inconsistent: a bet on missing pockets, two options of one name
 */
export function compileGame(description: GameDescription): Game {
  const { dimensions: described, layout } = description
  const expanded = described.map(dimension => ({ ...dimension, options: expandOptions(dimension) }))
  if (expanded.length > 1 && expanded.some(({ options }) => options.some(option => option.drawno.includes('-')))) {
    throw new DescriptionError('numbers without a dash where a result has several parts')
  }
  const grounds = expanded.map(({ key, options }) => ({ key, options, columns: layout.columns }))
  const legs = buildLegs(description, grounds)
  return {
    description,
    dimensions: expanded.map(({ key, label, options }, at): Dimension => {
      const indexOf = new Map(options.map((option, index) => [option.drawno, index]))
      return { key, label, options, indexOf, legsOn: indexLegs(options.length, at, legs) }
    }),
    outcomes: enumerateOutcomes(expanded),
    legs,
    bundles: buildBundles(description, grounds),
  }
}

function indexLegs(count: number, dimension: number, legs: ReadonlyMap<string, Leg>): Leg[][] {
  const legsOn: Leg[][] = Array.from({ length: count }, () => [])
  for (const leg of legs.values()) {
    if (leg.dimension === dimension) for (const option of leg.covers) legsOn[option]?.push(leg)
  }
  return legsOn
}
