import type { LiveOption } from '@cascade/contracts/live'

/** How much of the largest stake an option carries, in four steps; 0 without a stake. */
export function heatOf(sum: number, largest: number): number {
  if (sum <= 0 || largest <= 0) return 0
  return Math.min(4, Math.ceil((4 * sum) / largest))
}

/** The largest stake on one of the options; 0 without any. */
export function largestOf(options: readonly Pick<LiveOption, 'sum'>[]): number {
  return options.reduce((most, { sum }) => Math.max(most, sum), 0)
}
