import { type Game, type Leg, noOption } from '../game/game'

/** The expected return of a leg at booster 1 under policy `random`: 0.9 is 90 %. */
export function returnToPlayer({ outcomes }: Game, { dimension, covers, multiplier }: Leg): number {
  const covered = new Set(covers)
  const wins = outcomes.filter(({ picks }) => covered.has(picks[dimension] ?? noOption)).length
  return (Number(multiplier) * wins) / (100 * outcomes.length)
}
