import {
  type BetType,
  type Bundle,
  type GameDescription,
  type GameDimension,
  type GameOption,
  type NumberSeries,
  optionsMax,
} from '@cascade/contracts/games'
import { type CoverGround, coverRules, type Target } from './cover'
import { DescriptionError, type Dimension, type Game, type Leg, legKey, noOption, type Outcome } from './game'

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

type Ground = CoverGround & { key: string }

/** All legs by key. */
function buildLegs({ bets }: GameDescription, grounds: readonly Ground[]): Map<string, Leg> {
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
function buildBundles({ bets, bundles }: GameDescription, grounds: readonly Ground[]): Map<string, string[]> {
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

/**
 * The expanded options of a dimension.
 * @throws DescriptionError if there are too many, or two of one name
 */
function expandOptions({ key, options }: Pick<GameDimension, 'key' | 'options'>): readonly GameOption[] {
  const list = 'first' in options ? expandSeries(key, options) : options
  const isEachOnce = (['drawno', 'label'] as const).every(
    field => new Set(list.map(option => option[field])).size === list.length,
  )
  if (!isEachOnce) throw new DescriptionError(`${key}: two options have one number or one name`)
  return list
}

function expandSeries(key: string, { first, last, width, separator }: NumberSeries): GameOption[] {
  const count = last - first + 1
  if (count < 1 || count > optionsMax) throw new DescriptionError(`${key}: 1 to ${optionsMax} options, not ${count}`)
  return Array.from({ length: count }, (_, index) => {
    const drawno = [...String(first + index).padStart(width, '0')].join(separator)
    return { drawno, label: drawno }
  })
}

type ExpandedDimension = Pick<GameDimension, 'key' | 'follows'> & { options: readonly GameOption[] }

/** The text of a result: the `drawno` of its options, joined by dashes. */
export const outcomeText = (
  dimensions: readonly Pick<ExpandedDimension, 'options'>[],
  picks: readonly number[],
): string => picks.flatMap((pick, at) => dimensions[at]?.options[pick]?.drawno ?? []).join('-')

/** All results that can be drawn: the product of all options, except for dimensions that follow from the first. */
function enumerateOutcomes(dimensions: readonly ExpandedDimension[]): Outcome[] {
  let picks: number[][] = [[]]
  for (const dimension of dimensions) {
    const following = dimension.follows && buildFollowers(dimension.follows, dimension, dimensions[0])
    const next = (prefix: number[]) =>
      following ? [following[prefix[0] ?? noOption] ?? noOption] : dimension.options.map((_, index) => index)
    const count = picks.length * (following ? 1 : dimension.options.length)
    if (count > optionsMax) throw new DescriptionError(`at most ${optionsMax} results, not ${count}`)
    picks = picks.flatMap(prefix => next(prefix).map(pick => [...prefix, pick]))
  }
  return picks.map(each => ({ text: outcomeText(dimensions, each), picks: each }))
}

/** For each option of the first dimension, the implied option of this dimension. */
function buildFollowers(
  follows: NonNullable<ExpandedDimension['follows']>,
  own: ExpandedDimension,
  first: ExpandedDimension | undefined,
): number[] {
  const implied = (first?.options ?? []).map(() => noOption)
  for (const [drawno, causes] of Object.entries(follows)) {
    const option = own.options.findIndex(each => each.drawno === drawno)
    for (const cause of causes) {
      const at = first?.options.findIndex(each => each.drawno === cause) ?? noOption
      if (option === noOption || at === noOption)
        throw new DescriptionError(`${own.key}: no option ${cause} → ${drawno}`)
      if (implied[at] !== noOption) throw new DescriptionError(`${own.key}: ${cause} brings two options`)
      implied[at] = option
    }
  }
  return implied
}
