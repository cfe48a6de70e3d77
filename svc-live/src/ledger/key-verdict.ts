import { AppError, type Ctx } from '@cascade/service-kit'

/**
 * Of the ledger, which has looked for the key before. What the engine refuses by itself (closed, stopped, full) is no
 * verdict: what was booked a moment ago may not be known there yet.
 */
const verdicts = ['INSUFFICIENT', 'LIMIT', 'KEY_REUSED']

/** Says with the answer whether it is the verdict on its `Idempotency-Key`: whoever lost one keeps the key until then. */
export async function withVerdict<T>({ setHeader }: Pick<Ctx, 'setHeader'>, work: () => Promise<T>): Promise<T> {
  try {
    const done = await work()
    setHeader('Idempotent-Outcome', 'booked')
    return done
  } catch (error) {
    if (error instanceof AppError && verdicts.includes(error.reason ?? '')) setHeader('Idempotent-Outcome', 'refused')
    throw error
  }
}
