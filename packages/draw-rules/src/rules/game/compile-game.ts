import type { GameDescription } from '@cascade/contracts/games'
import { DescriptionError, type Dimension, type Game, type Leg } from './game'
import { bundlesOf, legsOf } from './legs'
import { optionsOf } from './options'
import { outcomesOf } from './outcomes'

/**
 * Works out what follows from a description: options, results, bets and what they cover. Costs about a millisecond for
 * a thousand options, so keep the answer with the description.
 * @throws DescriptionError when the parts do not fit: a bet on pockets that are not there, two options of one name.
 */
export function compileGame(description: GameDescription): Game {
  const { dimensions: described, layout } = description
  const written = described.map(dimension => ({ ...dimension, options: optionsOf(dimension) }))
  if (written.length > 1 && written.some(({ options }) => options.some(option => option.drawno.includes('-')))) {
    throw new DescriptionError('numbers without a dash where a result has several parts')
  }
  const grounds = written.map(({ key, options }) => ({ key, options, columns: layout.columns }))
  const legs = legsOf(description, grounds)
  return {
    description,
    dimensions: written.map(({ key, label, options }, at): Dimension => {
      const indexOf = new Map(options.map((option, index) => [option.drawno, index]))
      return { key, label, options, indexOf, legsOn: payingOn(options.length, at, legs) }
    }),
    outcomes: outcomesOf(written),
    legs,
    bundles: bundlesOf(description, grounds),
  }
}

function payingOn(count: number, dimension: number, legs: ReadonlyMap<string, Leg>): Leg[][] {
  const legsOn: Leg[][] = Array.from({ length: count }, () => [])
  for (const leg of legs.values()) {
    if (leg.dimension === dimension) for (const option of leg.covers) legsOn[option]?.push(leg)
  }
  return legsOn
}
