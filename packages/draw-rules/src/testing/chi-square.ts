/** Quantile of the normal distribution for a one-sided probability of one in a million. */
const onceInAMillion = 4.7534

/** Pearson's statistic of counts that should all be equal. */
export function chiSquare(counts: readonly number[]): number {
  const expected = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
}

/**
 * Chi-square bound that equal chances over `cells` exceed less than once in a million (Wilson–Hilferty approximation).
 */
export function chiSquareBound(cells: number): number {
  const degreesOfFreedom = cells - 1
  const spread = 2 / (9 * degreesOfFreedom)
  return degreesOfFreedom * (1 - spread + onceInAMillion * Math.sqrt(spread)) ** 3
}

/**
 * Deviation of the mean of `draws` wins of `pay` with chance `p` from `pay × p` that is exceeded about once in a
 * million.
 */
export const returnBound = (pay: number, p: number, draws: number) => 4.8917 * pay * Math.sqrt((p * (1 - p)) / draws)
