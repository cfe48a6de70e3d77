/**
 * What a winning stake pays, in hundredths, rounded half up. Stakes are whole points and multipliers hundredths, so
 * there is nothing to round for a bet that `readBets` let pass, and sums of payouts are payouts of sums.
 * @param stake hundredths, not negative
 * @param multiplier hundredths of the stake, stake included
 */
export function payout(stake: bigint, multiplier: bigint, booster: number): bigint {
  return (stake * multiplier * BigInt(booster) + 50n) / 100n
}
