import type { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb'

const duplicateKey = 11000

// Matched by name, not by class: the gateway has no database and must not load the driver.
const isOfDriver = (error: unknown): error is MongoError => error instanceof Error && 'hasErrorLabel' in error
const isBulk = (error: unknown): error is MongoBulkWriteError =>
  isOfDriver(error) && error.name === 'MongoBulkWriteError'
const isClientBulk = (error: unknown): error is MongoClientBulkWriteError =>
  isOfDriver(error) && error.name === 'MongoClientBulkWriteError'

/**
 * Whether a write failed on a unique index, alone or within a bulk.
 * @param text part of the server's message, e.g. the name of the index
 */
export const isDuplicateKey = (error: unknown, text = ''): boolean =>
  serverErrorsOf(error).some(({ code, message }) => code === duplicateKey && message.includes(text))

/** The server's messages about duplicate keys; undefined if the write failed for another reason. */
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

/** Another replica advanced the cursor: read it again and continue from there. */
export class StaleCursor extends Error {
  override name = 'StaleCursor'
}

/** Write conflicts, and transactions that the server aborted or forgot. Nothing was written. */
const transientCodes = [112, 251]
/** Servers that stop, step down or time out; plain reads carry no error label. */
const unavailableCodes = [50, 89, 91, 189, 262, 10107, 11600, 11602, 13435, 13436]
/** A write conflict as some servers name it, and the driver's own timeout. */
const transientName = /WriteConflict|OperationTimeout/
const transientLabels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError']
/**
 * Connection errors of the driver and socket errors of Node, by name or message: a bulk write wraps them in an error
 * that keeps only the message.
 */
const connectionText =
  /MongoNetwork|ServerSelection|PoolCleared|PoolClosed|WaitQueueTimeout|NotConnected|TopologyClosed|Server selection|pool for .+ was (?:cleared|closed)|checking out a connection|onnection .+ (?:closed|timed out|interrupted)|ECONN|EPIPE|ETIMEDOUT|ERR_STREAM_DESTROYED/

/** The connection failed; the outcome of the last command is unknown. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? error.code : ''
  if (connectionText.test(`${error.name} ${error.message} ${code}`)) return true
  return isClientBulk(error) && isConnectionLost(error.cause)
}

/**
 * Whether a retry of the whole transaction may succeed: a write conflict, a lost connection, a failover. After an
 * unknown commit the data may already be written.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof StaleCursor || isConnectionLost(error)) return true
  if (error instanceof Error && transientName.test(`${error.name} ${error.message}`)) return true
  if (!isOfDriver(error)) return false
  if (transientLabels.some(label => error.hasErrorLabel(label))) return true
  if (codesOf(error).some(code => transientCodes.includes(code) || unavailableCodes.includes(code))) return true
  return isClientBulk(error) && error.cause !== undefined && isTransient(error.cause)
}

/** The commit was sent and got no response; the transaction may be committed. */
export const isCommitUnknown = (error: unknown): boolean =>
  isOfDriver(error) && error.hasErrorLabel('UnknownTransactionCommitResult')

function codesOf(error: MongoError): number[] {
  if (isClientBulk(error)) return [...error.writeErrors.values()].map(({ code }) => Number(code))
  const writes = isBulk(error) ? [error.writeErrors].flat() : []
  return [error, ...writes].map(({ code }) => Number(code))
}
