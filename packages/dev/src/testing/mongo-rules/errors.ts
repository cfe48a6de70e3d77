import type { Document } from 'mongodb'

/** Errors of MongoDB 8 by code, as in its `error_codes.yml`. */
const names = {
  13: 'Unauthorized',
  24: 'LockTimeout',
  50: 'MaxTimeMSExpired',
  64: 'WriteConcernTimeout',
  72: 'InvalidOptions',
  112: 'WriteConflict',
  189: 'PrimarySteppedDown',
  251: 'NoSuchTransaction',
  262: 'ExceededTimeLimit',
  263: 'OperationNotSupportedInTransaction',
  290: 'TransactionExceededLifetimeLimitSeconds',
  10107: 'NotWritablePrimary',
  11601: 'Interrupted',
  11602: 'InterruptedDueToReplStateChange',
  12587: 'BackgroundOperationInProgressForNamespace',
} as const

export type Code = keyof typeof names

export type CommandKind = 'transaction' | 'commit' | 'write' | 'read' | 'definition'

/** `RetriableError` of MongoDB. */
const retriable: readonly Code[] = [189, 262, 10107, 11602]
/** Errors after which nothing of a transaction remains, also of a commit. */
const refusing: readonly Code[] = [24, 112, 251]

/** Labels by the rules of MongoDB's `error_labels.cpp`. @param isRetryable the driver gave the command a number */
function labelsOf(code: Code, kind: CommandKind, isRetryable: boolean): string[] {
  if (kind === 'transaction') return [...refusing, ...retriable].includes(code) ? ['TransientTransactionError'] : []
  if (kind === 'commit' && refusing.includes(code)) return ['TransientTransactionError']
  return retriable.includes(code) && (kind === 'commit' || isRetryable) ? ['RetryableWriteError'] : []
}

type Context = { kind: CommandKind; isRetryable: boolean; text?: string | undefined }

/** The reply of a command that fails. */
export function errorReply(code: Code, { kind, isRetryable, text = '' }: Context): Document {
  const codeName = names[code]
  const errorLabels = labelsOf(code, kind, isRetryable)
  const errmsg = `${codeName} (rules)${text && `: ${text}`}`
  return { ok: 0, errmsg, code, codeName, ...(errorLabels.length > 0 && { errorLabels }) }
}

/** The reply of a command that was executed and that a majority did not confirm in time. */
export const unconfirmed = (reply: Document): Document => ({
  ...reply,
  writeConcernError: { code: 64, codeName: names[64], errmsg: 'waiting for replication timed out (rules)' },
})
