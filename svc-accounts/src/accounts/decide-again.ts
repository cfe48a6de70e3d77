import { conflict, sleep } from '@cascade/service-kit'
import { LedgerRefusal } from '../ledger'
import { AccountMoved } from './account-moved'

const attempts = 10
/** Full jitter, so that many who changed one account at once do not meet again. */
const longestPauseMs = 10

const isStale = (error: unknown) =>
  error instanceof AccountMoved ||
  (error instanceof LedgerRefusal && (error.reason === 'PRECONDITION_FAILED' || error.reason === 'SCOPE_CHANGED'))

/**
 * Reads, checks and writes; when what was read has changed before it was written, does all of it again, rights
 * included. @throws AppError CONFLICT when it changes each time.
 */
export async function decideAgain<T>(decide: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await decide()
    } catch (error) {
      if (!isStale(error)) throw error
      if (attempt === attempts) throw conflict('The account has just changed. Please try again.')
      await sleep(Math.random() * longestPauseMs * attempt)
    }
  }
}
