import { conflict, sleep } from '@cascade/service-kit'
import { LedgerRejection } from '../ledger'
import { StaleAccount } from './account'

const attemptsMax = 10
const pauseMsMax = 10

const isStale = (error: unknown) =>
  error instanceof StaleAccount ||
  (error instanceof LedgerRejection && (error.reason === 'PRECONDITION_FAILED' || error.reason === 'SCOPE_CHANGED'))

/**
 * Runs an attempt that reads, checks (rights included) and writes; runs it again if the data changed in between.
 * @param attempt gets its number, from 1
 * @throws AppError CONFLICT after ten attempts
 */
export async function retryOnConflict<T>(attempt: (count: number) => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await attempt(count)
    } catch (error) {
      if (!isStale(error)) throw error
      if (count === attemptsMax) throw conflict('The account has just changed. Please try again.')
      await sleep(Math.random() * pauseMsMax * count)
    }
  }
}
