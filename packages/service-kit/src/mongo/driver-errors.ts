import type { MongoBulkWriteError, MongoClientBulkWriteError, MongoError } from 'mongodb'

/**
 * What an error code of the server says about an operation. `transient`: not executed, and a retry may succeed.
 * `unknown`: perhaps executed. `fault`: not executed, and a retry fails again. Any other code is a fault that names no
 * cause. Plain reads carry no error label, so their code decides.
 */
const codes = {
  transient: {
    HostUnreachable: 6,
    HostNotFound: 7,
    LockTimeout: 24,
    CursorNotFound: 43,
    LockBusy: 46,
    MaxTimeMSExpired: 50,
    NetworkTimeout: 89,
    ShutdownInProgress: 91,
    WriteConflict: 112,
    ReadConcernMajorityNotAvailableYet: 134,
    PrimarySteppedDown: 189,
    CursorKilled: 237,
    SnapshotTooOld: 239,
    SnapshotUnavailable: 246,
    NoSuchTransaction: 251,
    ExceededTimeLimit: 262,
    AdmissionQueueOverflow: 433,
    RateLimitExceeded: 449,
    IngressRequestRateLimitExceeded: 462,
    SocketException: 9001,
    NotWritablePrimary: 10107,
    InterruptedAtShutdown: 11600,
    Interrupted: 11601,
    InterruptedDueToReplStateChange: 11602,
    BackgroundOperationInProgressForNamespace: 12587,
    NotPrimaryNoSecondaryOk: 13435,
    NotPrimaryOrSecondary: 13436,
  },
  unknown: { WriteConcernTimeout: 64 },
  fault: {
    Unauthorized: 13,
    AuthenticationFailed: 18,
    DocumentValidationFailure: 121,
    TransactionExceededLifetimeLimitSeconds: 290,
    TransactionTooLargeForCache: 388,
    ReauthenticationRequired: 391,
    DuplicateKey: 11000,
  },
} as const
const transientCodes = new Set<number>([...Object.values(codes.transient), ...Object.values(codes.unknown)])
const unknownCodes = new Set<number>(Object.values(codes.unknown))
/** Faults of the written data; all others are the database's. */
const dataCodes = new Set<number>([codes.fault.DocumentValidationFailure, codes.fault.DuplicateKey])
/** Faults of a commit itself, unlike those of signing in for it. */
const refusedCommitCodes = new Set<number>([
  ...dataCodes,
  codes.fault.TransactionExceededLifetimeLimitSeconds,
  codes.fault.TransactionTooLargeForCache,
])

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
  serverErrorsOf(error).some(({ code, message }) => code === codes.fault.DuplicateKey && message.includes(text))

/** The server's messages about duplicate keys; undefined if the write failed for another reason. */
export function duplicateKeyText(error: unknown): string | undefined {
  const duplicates = serverErrorsOf(error).filter(({ code }) => code === codes.fault.DuplicateKey)
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
  if (codesOf(error).some(code => transientCodes.has(code))) return true
  return isClientBulk(error) && error.cause !== undefined && isTransient(error.cause)
}

/** A commit or a plain write was sent, and may have been executed. */
export const isCommitUnknown = (error: unknown): boolean =>
  error instanceof CommitUnknown ||
  (isOfDriver(error) &&
    (error.hasErrorLabel('UnknownTransactionCommitResult') || codesOf(error).some(code => unknownCodes.has(code))))

/** The server has rejected a commit. After any other error of a commit the transaction may be committed. */
export const isCommitRefused = (error: unknown): boolean =>
  isOfDriver(error) &&
  (error.hasErrorLabel('TransientTransactionError') || codesOf(error).some(code => refusedCommitCodes.has(code)))

/**
 * The database failed, not the data: it is away, or rejects an operation for anything but a failed validation or a
 * duplicate key, e.g. a missing right.
 */
export function isDatabaseFault(error: unknown): boolean {
  if (isTransient(error)) return true
  return serverErrorsOf(error).some(({ code }) => !Number.isNaN(code) && !dataCodes.has(code))
}

const codesOf = (error: unknown): number[] => serverErrorsOf(error).map(({ code }) => code)
