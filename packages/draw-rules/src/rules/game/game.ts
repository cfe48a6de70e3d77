import type { DimensionKey, GameDescription, GameOption } from '@cascade/contracts/games'

/** A bet that pays: `straight:7`, `split:0-00`, `color:k`. Stakes of a draw are kept by this key. */
export type Leg = {
  key: string
  type: string
  drawno: string
  /** Index of the dimension it stands on. */
  dimension: number
  /** Hundredths of the stake, stake included. */
  multiplier: bigint
  /** Indices of the options it pays on. */
  covers: readonly number[]
}

/** A description's dimension with its options written out. */
export type Dimension = {
  key: DimensionKey
  label: string
  options: readonly GameOption[]
  indexOf: ReadonlyMap<string, number>
  /** For each option, the legs that pay on it. */
  legsOn: readonly (readonly Leg[])[]
}

/** What is drawn: for each dimension the index of an option, or `noOption`. */
export type Outcome = {
  /** Stable: what history, strip and record show, and `parseResult` reads. */
  text: string
  picks: readonly number[]
}

export const noOption = -1

/** A description with everything that follows from it worked out once. */
export type Game = {
  description: GameDescription
  dimensions: readonly Dimension[]
  /** Every result that the draw policy may choose, in a fixed order: a pick is an index into this. */
  outcomes: readonly Outcome[]
  legs: ReadonlyMap<string, Leg>
  /** Keys of the legs that a bundled bet like `row:1` stands for. */
  bundles: ReadonlyMap<string, readonly string[]>
}

export const legKey = (type: string, drawno: string) => `${type}:${drawno}`

/** A description whose parts do not fit each other. */
export class DescriptionError extends Error {
  override name = 'DescriptionError'
}
