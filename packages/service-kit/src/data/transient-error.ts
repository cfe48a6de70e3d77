import { MongoError, MongoNetworkError } from 'mongodb'

/** A cursor that another replica has moved in the meantime: read it again and go on from there. */
export class CursorMoved extends Error {
  override name = 'CursorMoved'
}

/** The driver's names for: nobody there, not in time, connection gone. They are not all exported as classes. */
const awayName = /ServerSelection|PoolCleared|PoolClosed|WaitQueueTimeout|OperationTimeout|NotConnected|TopologyClosed/
/** Servers that stop, step down or ran out of the time they were given; without a label on plain reads. */
const awayCodes: ReadonlySet<unknown> = new Set([50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436])

/** True for a fault that the next attempt may not meet: nothing is wrong with what was being written. */
export const isTransient = (error: unknown): boolean =>
  error instanceof CursorMoved ||
  error instanceof MongoNetworkError ||
  (error instanceof MongoError &&
    (error.hasErrorLabel('TransientTransactionError') ||
      error.hasErrorLabel('RetryableWriteError') ||
      awayCodes.has(error.code))) ||
  (error instanceof Error && (awayName.test(error.name) || error.message.includes('WriteConflict')))

/** True when a transaction was sent to be committed and no answer came: it may have been. */
export const isCommitUnknown = (error: unknown): boolean =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
