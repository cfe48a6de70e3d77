import type { DimensionKey } from '@cascade/contracts/games'
import { type Game, noOption, type Outcome } from '../game/game'
import { textOf } from '../game/outcomes'

/** The options an operator chose, by number. */
export type Picks = Partial<Record<DimensionKey, string>>

/**
 * The result of a manual choice: any option of each dimension, as given.
 * @returns undefined unless every dimension of the game has one of its options and nothing else is named.
 */
export function resultOf({ dimensions }: Game, picks: Picks): Outcome | undefined {
  const given = Object.entries(picks).filter(([, drawno]) => drawno !== undefined)
  const chosen = dimensions.map(({ key, indexOf }) => indexOf.get(picks[key] ?? '') ?? noOption)
  if (given.length !== dimensions.length || chosen.includes(noOption)) return undefined
  return { text: textOf(dimensions, chosen), picks: chosen }
}

/**
 * Reads the text of a result, of a drawn or of a chosen one: `7`, `0-0-7`, `1-k-under`, `7-k`.
 * @returns undefined for anything that is no result of this game.
 */
export function parseResult(game: Game, text: string): Outcome | undefined {
  const drawn = game.outcomes.find(outcome => outcome.text === text)
  if (drawn || game.dimensions.length === 1) return drawn
  const parts = text.split('-')
  const picks = Object.fromEntries(game.dimensions.map(({ key }, at) => [key, parts[at]]))
  return parts.length === game.dimensions.length ? resultOf(game, picks) : undefined
}

/** The options of a result by number, as an operator would have chosen them. */
export function picksOf({ dimensions }: Game, { picks }: Outcome): Picks {
  return Object.fromEntries(
    dimensions.flatMap(({ key, options }, at) => {
      const drawno = options[picks[at] ?? noOption]?.drawno
      return drawno === undefined ? [] : [[key, drawno]]
    }),
  )
}

/** The options that a result consists of, in the order of the game's dimensions; empty for what the game does not know. */
export function optionsOfResult(game: Game, result: string) {
  const outcome = parseResult(game, result)
  return game.dimensions.flatMap(({ options }, at) => options[outcome?.picks[at] ?? noOption] ?? [])
}

/** A result in words: `1-k-under` is `A · Spade · Under`. What the game does not know says itself. */
export function labelOfResult(game: Game, result: string): string {
  const labels = optionsOfResult(game, result).map(({ label }) => label)
  return labels.length > 0 ? labels.join(' · ') : result
}
