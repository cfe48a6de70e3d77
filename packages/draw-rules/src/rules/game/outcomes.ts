import { type GameDimension, type GameOption, optionsMax } from '@cascade/contracts/games'
import { DescriptionError, noOption, type Outcome } from './game'

type ExpandedDimension = Pick<GameDimension, 'key' | 'follows'> & { options: readonly GameOption[] }

/** The text of a result: the `drawno` of its options, joined by dashes. */
export const outcomeText = (
  dimensions: readonly Pick<ExpandedDimension, 'options'>[],
  picks: readonly number[],
): string => picks.flatMap((pick, at) => dimensions[at]?.options[pick]?.drawno ?? []).join('-')

/** All results that can be drawn: the product of all options, except for dimensions that follow from the first. */
export function enumerateOutcomes(dimensions: readonly ExpandedDimension[]): Outcome[] {
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
