import type { BetType, Bundle, GameDescription } from '@cascade/contracts/games'
import type { CoverGround, Target } from '../cover/cover'
import { coverRules } from '../cover/cover-rules'
import { DescriptionError, type Leg, legKey } from './game'

type Ground = CoverGround & { key: string }

/** All legs by key. */
export function buildLegs({ bets }: GameDescription, grounds: readonly Ground[]): Map<string, Leg> {
  const legs = bets.flatMap(bet => {
    const dimension = grounds.findIndex(ground => ground.key === bet.dimension)
    return buildTargets(bet, grounds[dimension]).map((target): Leg => {
      const { type, multiplier } = bet
      return { key: legKey(type, target.drawno), type, dimension, multiplier: BigInt(multiplier), ...target }
    })
  })
  return new Map(legs.map(leg => [leg.key, leg]))
}

/** The keys of the legs of each bundle. */
export function buildBundles({ bets, bundles }: GameDescription, grounds: readonly Ground[]): Map<string, string[]> {
  const entries = bundles.flatMap(bundle => {
    const bet = bets.find(each => each.type === bundle.of)
    const ground = grounds.find(each => each.key === bet?.dimension)
    return buildTargets(bundle, ground).map(({ drawno, covers }): [string, string[]] => [
      legKey(bundle.type, drawno),
      covers.flatMap(index => ground?.options[index] ?? []).map(option => legKey(bundle.of, option.drawno)),
    ])
  })
  return new Map(entries)
}

function buildTargets({ type, cover }: BetType | Bundle, ground: Ground | undefined): readonly Target[] {
  if (!ground) throw new DescriptionError(`${type}: stands on nothing`)
  try {
    return coverRules[cover](ground)
  } catch (error) {
    throw error instanceof RangeError ? new DescriptionError(`${type}: ${cover} ${error.message}`) : error
  }
}
