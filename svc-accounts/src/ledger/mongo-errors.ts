import {
  MongoClientBulkWriteError,
  MongoError,
  MongoNetworkError,
  MongoServerError,
  MongoServerSelectionError,
} from 'mongodb'

const writeConflict = 112
/** The server forgot or ended the transaction: nothing of it is there. */
const noSuchTransaction = 251

/** A guarded wallet was not found as it was read: another instance moved it. */
export class SnapshotMismatch extends Error {
  override readonly name = 'SnapshotMismatch'
}

/** Server codes of an error, those of single writes in a bulk and of its cause included. */
function codesOf(error: unknown): { code: number; message: string }[] {
  if (error instanceof MongoClientBulkWriteError) {
    const writes = [...error.writeErrors.values()].map(({ code, message }) => ({ code: Number(code), message }))
    return [...writes, ...codesOf(error.cause)]
  }
  return error instanceof MongoServerError ? [{ code: Number(error.code), message: error.message }] : []
}

export const hasCode = (error: unknown, code: number, text = '') =>
  codesOf(error).some(found => found.code === code && found.message.includes(text))

/** True for what a repetition of the whole transaction can cure: conflicts, lost connections, a server that changes. */
export function isPassing(error: unknown): boolean {
  if (error instanceof SnapshotMismatch) return true
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true
  if (hasCode(error, writeConflict) || hasCode(error, noSuchTransaction)) return true
  if (!(error instanceof MongoError)) return false
  const labels = ['TransientTransactionError', 'UnknownTransactionCommitResult', 'RetryableWriteError']
  if (labels.some(label => error.hasErrorLabel(label))) return true
  return error instanceof MongoClientBulkWriteError && error.cause !== undefined && isPassing(error.cause)
}

export const isCommitUnknown = (error: unknown) =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
