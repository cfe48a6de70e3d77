import type { CoverName } from '@cascade/contracts/games'
import { cardColumn, cardRow } from './card-grid'
import { type CoverRule, targetsByName } from './cover'
import { lastDigits } from './digits'
import { redBlack } from './red-black'
import { column, corner, dozen, line, lowHigh, oddEven, split, street } from './roulette'

/** Implementations of the cover rules that descriptions name. */
export const coverRules: Readonly<Record<CoverName, CoverRule>> = {
  same: ({ options }) => targetsByName(options.map(option => option.drawno)),
  'all-digits': lastDigits(),
  'last-two-digits': lastDigits(2),
  'last-digit': lastDigits(1),
  split,
  street,
  corner,
  line,
  dozen,
  column,
  'red-black': redBlack,
  'odd-even': oddEven,
  'low-high': lowHigh,
  'card-row': cardRow,
  'card-column': cardColumn,
}
