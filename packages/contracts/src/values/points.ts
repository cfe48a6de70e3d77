import { z } from 'zod'

/** Largest amount of one operation, in hundredths of a point. */
export const maxAmount = 1_000_000_000_000n
/**
 * Largest absolute balance, in hundredths. Below 2^46 points neighbouring doubles are less than 0.01 apart, so that
 * every balance is exact as a JSON number of points.
 */
export const maxBalance = 7_000_000_000_000_000n

const hasAtMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

/** Makes a number refuse more than two decimals, in the service and in the description of the call alike. */
export const withTwoDecimals = <S extends z.ZodNumber>(number: S, message = 'At most two decimals') =>
  number.refine(hasAtMostTwoDecimals, message).meta({ multipleOf: 0.01 })

/** A balance or total on the wire: a finite JSON number with at most two decimals. */
export const Points = withTwoDecimals(z.number())

/**
 * Points of the wire as integer hundredths.
 * @throws RangeError when the number has more than two decimals, is not finite or is out of the exact range.
 */
export function toHundredths(points: number): bigint {
  // Through text: multiplying by 100 rounds for large values.
  const hundredths =
    hasAtMostTwoDecimals(points) && Math.abs(points) < 1e20 ? BigInt(points.toFixed(2).replace('.', '')) : undefined
  if (hundredths === undefined || hundredths > maxBalance || hundredths < -maxBalance) {
    throw new RangeError(`Not points: ${points}`)
  }
  return hundredths
}

/** Integer hundredths as points of the wire, exact for every balance within `maxBalance`. */
export function toPoints(hundredths: bigint): number {
  return Number(hundredths) / 100
}

// Made once: a grid shows a thousand amounts.
const pointsFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Points for people: two decimals, grouped thousands, minus sign. */
export function formatPoints(points: number): string {
  return pointsFormat.format(points)
}
