import type { CoverRule } from './cover'
import { targetsByName } from './cover'

const requireFullRows: (rule: CoverRule) => CoverRule = rule => ground => {
  if (ground.options.length % ground.columns !== 0) throw new RangeError('needs full rows')
  return rule(ground)
}

/** A row of the grid (one rank), numbered from 1. */
export const cardRow = requireFullRows(({ options, columns }) =>
  targetsByName(options.map((_, index) => String(Math.floor(index / columns) + 1))),
)

/** A column of the grid (one suit), numbered from 1. */
export const cardColumn = requireFullRows(({ options, columns }) =>
  targetsByName(options.map((_, index) => String((index % columns) + 1))),
)
