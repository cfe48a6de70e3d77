import type { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb'

const duplicateKey = 11000
const failedValidation = 121
/** Faults of the written data; all others are the database's. */
const dataCodes = [failedValidation, duplicateKey]
/**
 * What an error code says of an operation. `transient`: it was not executed, and a retry may succeed. `unknown`: it may
 * have been executed. `fault`: it was rejected when it was executed, and a retry fails again. So does a retry after any
 * other code, such as a rejected sign-in, which says nothing of an earlier attempt. Inside transactions the labels tell
 * most of this; plain reads and writes have only the code. The test lists the names.
 */
const codes: Record<'transient' | 'unknown' | 'fault', readonly number[]> = {
  transient: [
    6, 7, 24, 43, 46, 50, 89, 91, 112, 134, 189, 237, 239, 246, 251, 262, 433, 449, 462, 9001, 10107, 11600, 11601,
    11602, 12587, 13435, 13436,
  ],
  unknown: [64],
  fault: [...dataCodes, 290, 388],
}

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
    const writes = [...error.writeErrors.values(), ...error.writeConcernErrors]
    return [...writes.map(({ code, message }) => ({ code: Number(code), message })), ...serverErrorsOf(error.cause)]
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

/** A commit was sent, and whether the server executed it could not be found out. */
export class CommitUnknown extends Error {
  override name = 'CommitUnknown'
  constructor(cause: unknown) {
    super('the outcome of the commit is unknown', { cause })
  }
}

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
 * unknown outcome the data may already be written.
 */
export function isTransient(error: unknown): boolean {
  if (error instanceof StaleCursor || error instanceof CommitUnknown || isConnectionLost(error)) return true
  if (error instanceof Error && transientName.test(`${error.name} ${error.message}`)) return true
  if (!isOfDriver(error)) return false
  if (transientLabels.some(label => error.hasErrorLabel(label))) return true
  if (hasCode(error, 'transient') || hasCode(error, 'unknown')) return true
  return isClientBulk(error) && error.cause !== undefined && isTransient(error.cause)
}

/** A commit or a plain write was sent, and may have been executed. */
export const isCommitUnknown = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (isOfDriver(error) && (error.hasErrorLabel('UnknownTransactionCommitResult') || hasCode(error, 'unknown')))

/** The server has rejected a commit. After any other error of a commit the transaction may be committed. */
export const isCommitRefused = (error: unknown): boolean =>
  isOfDriver(error) && (error.hasErrorLabel('TransientTransactionError') || hasCode(error, 'fault'))

/**
 * The database failed, not the data: it is away, or rejects an operation for anything but a failed validation or a
 * duplicate key, e.g. a missing right.
 */
export function isDatabaseFault(error: unknown): boolean {
  if (isTransient(error)) return true
  return serverErrorsOf(error).some(({ code }) => !Number.isNaN(code) && !dataCodes.includes(code))
}

const hasCode = (error: unknown, outcome: keyof typeof codes): boolean =>
  serverErrorsOf(error).some(({ code }) => codes[outcome].includes(code))
