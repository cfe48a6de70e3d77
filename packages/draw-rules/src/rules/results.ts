import type { DimensionKey } from '@cascade/contracts/games'
import { outcomeText } from './compile-game'
import { type Game, noOption, type Outcome } from './game'

/** The chosen option of each dimension, by `drawno`. */
export type Picks = Partial<Record<DimensionKey, string>>

/**
 * The result of a manual choice: any option of each dimension.
 * @returns undefined unless every dimension of the game has one of its options and nothing else is given
 */
export function resultFromPicks({ dimensions }: Game, picks: Picks): Outcome | undefined {
  const named = Object.entries(picks).filter(([, drawno]) => drawno !== undefined)
  const chosen = dimensions.map(({ key, indexOf }) => indexOf.get(picks[key] ?? '') ?? noOption)
  if (named.length !== dimensions.length || chosen.includes(noOption)) return undefined
  return { text: outcomeText(dimensions, chosen), picks: chosen }
}

/**
 * Parses the text of a drawn or manual result: `7`, `0-0-7`, `1-k-under`, `7-k`.
 * @returns undefined for any text that is not a result of this game
 */
export function parseResult(game: Game, text: string): Outcome | undefined {
  const drawn = game.outcomes.find(outcome => outcome.text === text)
  if (drawn || game.dimensions.length === 1) return drawn
  const parts = text.split('-')
  const picks = Object.fromEntries(game.dimensions.map(({ key }, at) => [key, parts[at]]))
  return parts.length === game.dimensions.length ? resultFromPicks(game, picks) : undefined
}

/** The options of a result, in the form of a manual choice. */
export function picksOf({ dimensions }: Game, { picks }: Outcome): Picks {
  return Object.fromEntries(
    dimensions.flatMap(({ key, options }, at) => {
      const drawno = options[picks[at] ?? noOption]?.drawno
      return drawno === undefined ? [] : [[key, drawno]]
    }),
  )
}

/** The options of a result in the order of the dimensions; empty for an unknown result. */
export function resultOptions(game: Game, result: string) {
  const outcome = parseResult(game, result)
  return game.dimensions.flatMap(({ options }, at) => options[outcome?.picks[at] ?? noOption] ?? [])
}

/** The label of a result: `A · Spade · Under` for `1-k-under`. An unknown result is its own label. */
export function resultLabel(game: Game, result: string): string {
  const labels = resultOptions(game, result).map(({ label }) => label)
  return labels.length > 0 ? labels.join(' · ') : result
}
