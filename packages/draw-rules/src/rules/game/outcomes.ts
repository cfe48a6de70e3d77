import { type GameDimension, type GameOption, maxOptions } from '@cascade/contracts/games'
import { DescriptionError, noOption, type Outcome } from './game'

type Written = Pick<GameDimension, 'key' | 'follows'> & { options: readonly GameOption[] }

/** The text of a result: the numbers of its options, those of dimensions without one left out. */
export const textOf = (dimensions: readonly Pick<Written, 'options'>[], picks: readonly number[]): string =>
  picks.flatMap((pick, at) => dimensions[at]?.options[pick]?.drawno ?? []).join('-')

/** Every result that nobody needs to choose: each option with each other, except where one follows from another. */
export function outcomesOf(dimensions: readonly Written[]): Outcome[] {
  let picks: number[][] = [[]]
  for (const dimension of dimensions) {
    const following = dimension.follows && followersOf(dimension.follows, dimension, dimensions[0])
    const next = (begun: number[]) =>
      following ? [following[begun[0] ?? noOption] ?? noOption] : dimension.options.map((_, index) => index)
    const count = picks.length * (following ? 1 : dimension.options.length)
    if (count > maxOptions) throw new DescriptionError(`at most ${maxOptions} results, not ${count}`)
    picks = picks.flatMap(begun => next(begun).map(pick => [...begun, pick]))
  }
  return picks.map(each => ({ text: textOf(dimensions, each), picks: each }))
}

/** For each option of the first dimension, the option of this one that it brings. */
function followersOf(follows: NonNullable<Written['follows']>, own: Written, first: Written | undefined): number[] {
  const brought = (first?.options ?? []).map(() => noOption)
  for (const [drawno, causes] of Object.entries(follows)) {
    const option = own.options.findIndex(each => each.drawno === drawno)
    for (const cause of causes) {
      const at = first?.options.findIndex(each => each.drawno === cause) ?? noOption
      if (option === noOption || at === noOption)
        throw new DescriptionError(`${own.key}: no option ${cause} → ${drawno}`)
      if (brought[at] !== noOption) throw new DescriptionError(`${own.key}: ${cause} brings two options`)
      brought[at] = option
    }
  }
  return brought
}
