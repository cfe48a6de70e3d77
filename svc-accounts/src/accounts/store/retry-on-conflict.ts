import { conflict, sleep } from '@cascade/service-kit'
import { LedgerRefusal } from '../../ledger'

/** Somebody else changed the account between reading and writing it: read again and decide again. */
export class StaleAccount extends Error {
  override readonly name = 'StaleAccount'
}

const attempts = 10
/** Full jitter: spreads the retries of concurrent writers. */
const longestPauseMs = 10

const isStale = (error: unknown) =>
  error instanceof StaleAccount ||
  (error instanceof LedgerRefusal && (error.reason === 'PRECONDITION_FAILED' || error.reason === 'SCOPE_CHANGED'))

/**
 * Reads, checks and writes; when what was read has changed before it was written, does all of it again, rights
 * included. @throws AppError CONFLICT when it changes each time.
 */
export async function retryOnConflict<T>(attempt: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt()
    } catch (error) {
      if (!isStale(error)) throw error
      if (count === attempts) throw conflict('The account has just changed. Please try again.')
      await sleep(Math.random() * longestPauseMs * count)
    }
  }
}
