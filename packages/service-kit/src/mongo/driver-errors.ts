import type { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb'

const duplicateKey = 11000

// Told by what they are called, not by their classes: the gateway has no database, and would load the driver for them.
const isOfDriver = (error: unknown): error is MongoError => error instanceof Error && 'hasErrorLabel' in error
const isBulk = (error: unknown): error is MongoBulkWriteError =>
  isOfDriver(error) && error.name === 'MongoBulkWriteError'
const isClientBulk = (error: unknown): error is MongoClientBulkWriteError =>
  isOfDriver(error) && error.name === 'MongoClientBulkWriteError'

/**
 * Whether a write failed because a unique value is taken already, in a single write or within a bulk.
 * @param text part of the server's sentence, e.g. the name of the index, where several could be meant.
 */
export const isDuplicateKey = (error: unknown, text = ''): boolean =>
  serverErrorsOf(error).some(({ code, message }) => code === duplicateKey && message.includes(text))

/** What the server said of the unique values that were taken; undefined where a write failed for another reason. */
export function duplicateKeyText(error: unknown): string | undefined {
  const duplicates = serverErrorsOf(error).filter(({ code }) => code === duplicateKey)
  return duplicates.length > 0 ? duplicates.map(({ message }) => message).join('\n') : undefined
}

function serverErrorsOf(error: unknown): { code: number; message: string }[] {
  if (isClientBulk(error)) {
    const writes = [...error.writeErrors.values()].map(({ code, message }) => ({ code: Number(code), message }))
    return [...writes, ...serverErrorsOf(error.cause)]
  }
  if (isBulk(error)) {
    const writes = [error.writeErrors].flat().map(one => ({ code: Number(one.code), message: one.errmsg ?? '' }))
    return [...writes, { code: Number(error.code), message: error.message }]
  }
  return isOfDriver(error) ? [{ code: Number(error.code), message: error.message }] : []
}

/** A cursor that another replica has advanced in the meantime: read it again and go on from there. */
export class StaleCursor extends Error {
  override name = 'StaleCursor'
}

/** Two transactions wrote one document; and a transaction that the server forgot or ended: nothing of it is there. */
const transientCodes = [112, 251]
/** Servers that stop, step down or ran out of the time they were given; without a label on plain reads. */
const unavailableCodes = [50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436]
/** A conflict as some servers name it, and the driver's own time limit. */
const transientName = /WriteConflict|OperationTimeout/
const transientLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError']
/**
 * The driver's faults of a connection and Node's of a socket, by name or message: a bulk write wraps them into an error
 * of its own name that keeps the message alone.
 */
const connectionText =
  /MongoNetwork|ServerSelection|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|Server selection|pool for .+ was (?:cleared|closed)|checking out a connection|onnection .+ (?:closed|timed out|interrupted)|ECONN|EPIPE|ETIMEDOUT|ERR_STREAM_DESTROYED/

/** True where the connection failed, so that it is not known what the server did of the last command. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : ''
  if (connectionText.test(`${error.name} ${error.message} ${code}`)) return true
  return isClientBulk(error) && isConnectionLost(error.cause)
}

/**
 * True for a fault that the next attempt of the whole transaction may not meet: a conflict, a lost connection, a server
 * that changes. Nothing is wrong with what was being written; after an unknown commit it may even be there.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof StaleCursor || isConnectionLost(error)) return true
  if (error instanceof Error && transientName.test(`${error.name} ${error.message}`)) return true
  if (!isOfDriver(error)) return false
  if (transientLabels.some(label => error.hasErrorLabel(label))) return true
  if (codesOf(error).some(code => transientCodes.includes(code) || unavailableCodes.includes(code))) return true
  return isClientBulk(error) && error.cause !== undefined && isTransient(error.cause)
}

/** True when a transaction was sent to be committed and no answer came: it may have been. */
export const isCommitUnknown = (error: unknown): boolean =>
  isOfDriver(error) && error.hasErrorLabel('UnknownTransactionCommitResult')

/** Codes of an error and of the single writes in a bulk. */
function codesOf(error: MongoError): number[] {
  if (isClientBulk(error)) return [...error.writeErrors.values()].map(({ code }) => Number(code))
  const writes = isBulk(error) ? [error.writeErrors].flat() : []
  return [error, ...writes].map(({ code }) => Number(code))
}
