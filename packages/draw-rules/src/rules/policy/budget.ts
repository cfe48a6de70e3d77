import { toHundredths } from '@cascade/contracts'

/** 100 %, in hundredths of a percent. */
const whole = 10_000n

/**
 * What a draw may pay: the share of the game balance that the operator does not keep, floored to the hundredth.
 * @param balance hundredths, the stakes of the draw included; a negative one gives 0
 * @param winpercentage the share the operator keeps, 0 to 100 with at most two decimals
 * @throws RangeError for any other percentage.
 */
export function budgetOf(balance: bigint, winpercentage: number): bigint {
  const kept = toHundredths(winpercentage)
  if (kept < 0n || kept > whole) throw new RangeError(`Not a percentage: ${winpercentage}`)
  return balance > 0n ? (balance * (whole - kept)) / whole : 0n
}
