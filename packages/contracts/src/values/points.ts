import { z } from 'zod'

/** Maximum amount of one operation, in hundredths of a point. */
export const amountMax = 1_000_000_000_000n
/**
 * Maximum absolute balance, in hundredths. Below 2^46 points, adjacent doubles differ by less than 0.01, so every
 * balance is exact as a JSON number of points.
 */
export const balanceMax = 7_000_000_000_000_000n

const hasAtMostTwoDecimals = (value: number) => Number(value.toFixed(2)) === value

/** Rejects more than two decimals, in validation and in the OpenAPI schema. */
export const withTwoDecimals = <S extends z.ZodNumber>(number: S, message = 'At most two decimals') =>
  number.refine(hasAtMostTwoDecimals, message).meta({ multipleOf: 0.01 })

/** A balance or total in JSON: a finite number with at most two decimals. */
export const Points = withTwoDecimals(z.number())

/**
 * Converts points to integer hundredths.
 * @throws RangeError if the number has more than two decimals, is not finite or exceeds `balanceMax`
 */
export function toHundredths(points: number): bigint {
  // Via text, as multiplying by 100 rounds large values.
  const hundredths =
    hasAtMostTwoDecimals(points) && Math.abs(points) < 1e20 ? BigInt(points.toFixed(2).replace('.', '')) : undefined
  if (hundredths === undefined || hundredths > balanceMax || hundredths < -balanceMax) {
    throw new RangeError(`Not points: ${points}`)
  }
  return hundredths
}

/** Converts integer hundredths to points, exact for every balance within `balanceMax`. */
export function toPoints(hundredths: bigint): number {
  return Number(hundredths) / 100
}

// Created once: a grid formats a thousand amounts.
const pointsFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Formats points: two decimals, grouped thousands, minus sign. */
export function formatPoints(points: number): string {
  return pointsFormat.format(points)
}
