/** Where a field's value stands: `limits.betMax` and `bets.0.multiplier` lie within other values. */
export const fieldPath = (name: string): (string | number)[] =>
  name.split('.').map(part => (/^\d+$/.test(part) ? Number(part) : part))
