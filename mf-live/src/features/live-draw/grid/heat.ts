/** How much of the largest stake an option carries, in four steps; 0 without a stake. */
export function heatOf(sum: number, largest: number): number {
  if (sum <= 0 || largest <= 0) return 0
  return Math.min(4, Math.ceil((4 * sum) / largest))
}
