import type { DimensionKey, GameDescription, GameOption } from '@cascade/contracts/games'

/** A bet that can pay: `straight:7`, `split:0-00`, `color:k`. Stakes of a draw are keyed by `key`. */
export type Leg = {
  key: string
  type: string
  drawno: string
  /** Index of its dimension. */
  dimension: number
  /** Payout in hundredths of the stake, including the stake. */
  multiplier: bigint
  /** Indices of the options it pays on. */
  covers: readonly number[]
}

/** A dimension with its options expanded. */
export type Dimension = {
  key: DimensionKey
  label: string
  options: readonly GameOption[]
  indexOf: ReadonlyMap<string, number>
  /** Legs that pay on each option. */
  legsOn: readonly (readonly Leg[])[]
}

/** A result: for each dimension the index of an option, or `noOption`. */
export type Outcome = {
  /** Stable text of the result in history, strip and record; parsed by `parseResult`. */
  text: string
  picks: readonly number[]
}

export const noOption = -1

/** A compiled description. */
export type Game = {
  description: GameDescription
  dimensions: readonly Dimension[]
  /** All results that the draw policy may pick, in a fixed order: a pick is an index into this list. */
  outcomes: readonly Outcome[]
  legs: ReadonlyMap<string, Leg>
  /** Keys of the legs of each bundle, e.g. `row:1`. */
  bundles: ReadonlyMap<string, readonly string[]>
}

export const legKey = (type: string, drawno: string) => `${type}:${drawno}`

/** Thrown for an inconsistent description. */
export class DescriptionError extends Error {
  override name = 'DescriptionError'
}
