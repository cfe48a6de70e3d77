import type { LiveOption } from '@cascade/contracts/live'

/** How much of the largest liability an option carries, in four steps; 0 without any. */
export function heatOf(liability: number, largest: number): number {
  if (liability <= 0 || largest <= 0) return 0
  return Math.min(4, Math.ceil((4 * liability) / largest))
}

/** The largest liability of one of the options; 0 without any. */
export function largestOf(options: readonly Pick<LiveOption, 'liability'>[]): number {
  return options.reduce((most, { liability }) => Math.max(most, liability), 0)
}

/** Where a number lies on a roulette table of three rows; rows are halved so that two zeros can share a column. */
export type Place = { column: string; row: string }

export function placeOnTable(drawno: string, hasDoubleZero: boolean): Place | undefined {
  if (drawno === '00') return { column: '1', row: '1 / span 3' }
  if (drawno === '0') return { column: '1', row: hasDoubleZero ? '4 / span 3' : '1 / span 6' }
  const number = Number(drawno)
  if (!Number.isInteger(number) || number < 1 || number > 36) return undefined
  const fromTop = 2 - ((number - 1) % 3)
  return { column: String(Math.ceil(number / 3) + 1), row: `${fromTop * 2 + 1} / span 2` }
}

const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })

/** Points where there is room for a few letters only: `90`, `1.2K`, `3M`. */
export const shortPoints = (points: number): string => short.format(points)
