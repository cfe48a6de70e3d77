/**
 * The payout of a winning stake in hundredths, rounded half up. Bets that passed `parseBets` need no rounding (whole
 * points × hundredths), so the payout of a sum is the sum of the payouts.
 */
export function payout(stake: bigint, multiplier: bigint, booster: number): bigint {
  return (stake * multiplier * BigInt(booster) + 50n) / 100n
}
