import type { CoverRule } from './cover'
import { targetsByName } from './cover'

const whole: (rule: CoverRule) => CoverRule = rule => ground => {
  if (ground.options.length % ground.columns !== 0) throw new RangeError('needs full rows')
  return rule(ground)
}

/** A row of the grid, named by its number from 1: cards of one rank. */
export const cardRow = whole(({ options, columns }) =>
  targetsByName(options.map((_, index) => String(Math.floor(index / columns) + 1))),
)

/** A column of the grid, named by its number from 1: cards of one suit. */
export const cardColumn = whole(({ options, columns }) =>
  targetsByName(options.map((_, index) => String((index % columns) + 1))),
)
