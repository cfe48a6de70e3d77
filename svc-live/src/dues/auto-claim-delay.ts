/** After this long a win is claimed for its player. */
export const autoClaimMs = 24 * 3_600_000
