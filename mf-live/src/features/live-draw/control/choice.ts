import { toHundredths, toPoints } from '@cascade/contracts'
import type { DimensionKey } from '@cascade/contracts/games'
import type { LiveGame, LiveOption } from '@cascade/contracts/live'

/** What an operator has chosen so far: of each dimension of the game at most one option, by number. */
export type Choice = Readonly<Partial<Record<DimensionKey, string>>>

export type LiveDimension = { key: DimensionKey; options: readonly LiveOption[] }
type Options = Pick<LiveGame, 'data' | 'dataColors' | 'dataCardTypes'>

/** What a result of this game consists of: one option of each. */
export function dimensionsOf({ data, dataColors, dataCardTypes }: Options): LiveDimension[] {
  const all: LiveDimension[] = [
    { key: 'result', options: data },
    { key: 'color', options: dataColors },
    { key: 'type', options: dataCardTypes },
  ]
  return all.filter(({ key, options }) => key === 'result' || options.length > 0)
}

/** Chooses an option; the one that is chosen already is given up. */
export function withPick(choice: Choice, dimension: DimensionKey, drawno: string): Choice {
  const { [dimension]: before, ...others } = choice
  return before === drawno ? others : { ...others, [dimension]: drawno }
}

/** The body of a saved result; undefined until every dimension has its option. */
export function resultOf(live: Options, { result, color, type }: Choice) {
  const dimensions = dimensionsOf(live)
  const picks = { result, color, type }
  if (result === undefined || dimensions.some(({ key }) => picks[key] === undefined)) return undefined
  return { result, ...(color !== undefined && { color }), ...(type !== undefined && { type }) }
}

/** The chosen options in words, e.g. `A · Spade · Under`; empty without any. */
export function choiceText(live: Options, choice: Choice): string {
  return chosenOptions(live, choice)
    .map(({ label }) => label)
    .join(' · ')
}

/** What the choice would cost with the stakes as they are, in points. */
export function costOf(live: Options, choice: Choice, booster: 1 | 2): number {
  const costs = chosenOptions(live, choice).map(option => (booster === 2 ? option.liabilityBoosted : option.liability))
  return toPoints(costs.reduce((sum, cost) => sum + toHundredths(cost), 0n))
}

/** The game balance once that is paid, in points. */
export function balanceAfter({ percentageData }: Pick<LiveGame, 'percentageData'>, cost: number): number {
  return toPoints(toHundredths(percentageData[0]?.gameBalance ?? 0) - toHundredths(cost))
}

/** The text of a result, as history has it, in words: `1-k-under` is `A · Spade · Under`. */
export function resultText(live: Options, result: string): string {
  const dimensions = dimensionsOf(live)
  const parts = dimensions.length > 1 ? result.split('-') : [result]
  return parts.map((part, at) => labelOf(dimensions[at], part)).join(' · ')
}

const labelOf = (dimension: LiveDimension | undefined, drawno: string) =>
  dimension?.options.find(option => option.drawno === drawno)?.label ?? drawno

function chosenOptions(live: Options, choice: Choice): LiveOption[] {
  return dimensionsOf(live).flatMap(({ key, options }) => options.find(({ drawno }) => drawno === choice[key]) ?? [])
}
