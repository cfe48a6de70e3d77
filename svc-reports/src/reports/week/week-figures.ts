import { type TreeRole, toPoints } from '@cascade/contracts'
import type { WeekSums } from '@cascade/contracts/reports'
import { childShare } from '../../projections/figures/child-share'
import { addTo, type Measures, zero } from '../../projections/figures/measures'
import { type CashWeek, cashFields, emptyCash } from './cash-projection'

/** Play of the seven days and the current account of one child, or the sum of several. */
export type ChildWeek = { days: Measures[]; cash: CashWeek }

export const emptyWeek = (): ChildWeek => ({ days: Array.from({ length: 7 }, zero), cash: emptyCash() })

export function addWeek(sum: ChildWeek, { days, cash }: ChildWeek): void {
  for (const [at, day] of sum.days.entries()) addTo(day, days[at] ?? {})
  for (const field of cashFields) sum.cash[field] += cash[field]
}

export const isEmpty = ({ days, cash }: ChildWeek) =>
  [...days, cash].every(each => Object.values(each).every(value => value === 0n))

/** @param role of the child, or of each child of a sum */
export function toAmounts(role: TreeRole, { days, cash }: ChildWeek): WeekSums {
  const week = zero()
  for (const day of days) addTo(week, day)
  return {
    days: days.map(day => toFigures(role, day)),
    week: toFigures(role, week),
    opening: toPoints(cash.opening),
    settled: toPoints(cash.settled),
    paid: toPoints(cash.paid),
    closing: toPoints(cash.closing),
  }
}

function toFigures(role: TreeRole, measures: Measures) {
  const { play, win } = measures
  const { commission, net } = childShare(role, measures)
  return {
    play: toPoints(play),
    win: toPoints(win),
    end: toPoints(play - win),
    commission: toPoints(commission),
    net: toPoints(net),
  }
}
