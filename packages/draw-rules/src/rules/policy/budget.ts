import { toHundredths } from '@cascade/contracts'

/** 100 % in hundredths of a percent. */
const whole = 10_000n

/**
 * The maximum payout of a draw: the part of the game balance that the operator does not keep, rounded down to the
 * hundredth.
 * @param balance hundredths, including the stakes of the draw; a negative one gives 0
 * @param winpercentage percentage that the operator keeps, 0 to 100 with at most two decimals
 * @throws RangeError for any other percentage
 */
export function budgetOf(balance: bigint, winpercentage: number): bigint {
  const kept = toHundredths(winpercentage)
  if (kept < 0n || kept > whole) throw new RangeError(`Not a percentage: ${winpercentage}`)
  return balance > 0n ? (balance * (whole - kept)) / whole : 0n
}
