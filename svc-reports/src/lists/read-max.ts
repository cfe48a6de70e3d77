/** A read that takes longer is given up, so that one large question does not hold up everybody's. */
export const readMaxMs = 20_000
