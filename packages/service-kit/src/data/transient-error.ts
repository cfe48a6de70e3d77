import { MongoError, MongoNetworkError } from 'mongodb'

/** A cursor that another replica has moved in the meantime: read it again and go on from there. */
export class CursorMoved extends Error {
  override name = 'CursorMoved'
}

/** True for a fault that the next attempt may not meet: nothing is wrong with what was being written. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CursorMoved ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') || error.hasErrorLabel('RetryableWriteError'))) ||
  (error instanceof Error && /ServerSelection|PoolCleared|WriteConflict/.test(`${error.name} ${error.message}`))
