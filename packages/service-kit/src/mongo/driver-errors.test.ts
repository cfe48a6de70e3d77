import { MongoBulkWriteError, MongoInvalidArgumentError, MongoServerError, MongoWriteConcernError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { CommitUnknown, isCommitUnknown, isDatabaseFault, isTransient } from './driver-errors'

/** What `isTransient`, `isCommitUnknown` and `isDatabaseFault` say. */
const verdictOf = (error: unknown) => [isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]
const verdicts = {
  transient: [true, false, true],
  unknown: [true, true, true],
  'a fault': [false, false, true],
  'no fault of the database': [false, false, false],
}
const lagging = { ok: 1, n: 1, writeConcernError: { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'too late' } }
const inTransaction = ['TransientTransactionError']
const retryable = ['RetryableWriteError']
const overloaded = ['SystemOverloadedError', 'RetryableError']

it.each<[number, string, keyof typeof verdicts, string[]?]>([
  [6, 'HostUnreachable', 'transient'],
  [7, 'HostNotFound', 'transient'],
  [13, 'Unauthorized', 'a fault'],
  [18, 'AuthenticationFailed', 'a fault'],
  [24, 'LockTimeout', 'transient'],
  [43, 'CursorNotFound', 'transient'],
  [46, 'LockBusy', 'transient'],
  [50, 'MaxTimeMSExpired', 'transient'],
  [64, 'WriteConcernTimeout', 'unknown'],
  [89, 'NetworkTimeout', 'transient', retryable],
  [91, 'ShutdownInProgress', 'transient', retryable],
  [112, 'WriteConflict', 'transient'],
  [112, 'WriteConflict', 'transient', inTransaction],
  [121, 'DocumentValidationFailure', 'no fault of the database'],
  [134, 'ReadConcernMajorityNotAvailableYet', 'transient'],
  [189, 'PrimarySteppedDown', 'transient', retryable],
  [237, 'CursorKilled', 'transient'],
  [239, 'SnapshotTooOld', 'transient'],
  [246, 'SnapshotUnavailable', 'transient'],
  [251, 'NoSuchTransaction', 'transient', inTransaction],
  [262, 'ExceededTimeLimit', 'transient', retryable],
  [290, 'TransactionExceededLifetimeLimitSeconds', 'a fault'],
  [388, 'TransactionTooLargeForCache', 'a fault'],
  [391, 'ReauthenticationRequired', 'a fault'],
  [433, 'AdmissionQueueOverflow', 'transient', overloaded],
  [449, 'RateLimitExceeded', 'transient', overloaded],
  [462, 'IngressRequestRateLimitExceeded', 'transient', overloaded],
  [9001, 'SocketException', 'transient', retryable],
  [10107, 'NotWritablePrimary', 'transient'],
  [11000, 'DuplicateKey', 'no fault of the database'],
  [11600, 'InterruptedAtShutdown', 'transient', retryable],
  [11601, 'Interrupted', 'transient'],
  [11602, 'InterruptedDueToReplStateChange', 'transient', retryable],
  [12587, 'BackgroundOperationInProgressForNamespace', 'transient'],
  [13435, 'NotPrimaryNoSecondaryOk', 'transient'],
  [13436, 'NotPrimaryOrSecondary', 'transient'],
  [14031, 'OutOfDiskSpace', 'a fault'],
])('the reply %d %s is %s, alone and in a bulk', (code, codeName, verdict, errorLabels = []) => {
  const reply = { message: codeName, code, codeName }
  expect(verdictOf(new MongoServerError({ ...reply, errorLabels }))).toEqual(verdicts[verdict])
  expect(verdictOf(new MongoBulkWriteError({ ...reply, writeErrors: [] }, {} as never))).toEqual(verdicts[verdict])
})

it.each<[string, Error, keyof typeof verdicts]>([
  ['a write concern error of an executed write', new MongoWriteConcernError(lagging), 'unknown'],
  ['an unknown commit', new CommitUnknown(new Error('no server could be selected')), 'unknown'],
  ['an exception of our own', new Error('anything else'), 'no fault of the database'],
  [
    'a call that the driver rejects',
    new MongoInvalidArgumentError('Invalid BulkOperation'),
    'no fault of the database',
  ],
])('%s is %s', (_, error, verdict) => {
  expect(verdictOf(error)).toEqual(verdicts[verdict])
})

describe('a transient error', () => {
  it('is a socket that the server has closed', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(isTransient(ended)).toBe(true)
  })

  it('is a cleared pool reported by a bulk write, but not a duplicate key', () => {
    const message =
      'Connection pool for 127.0.0.1:1 was cleared because another operation failed with: "read ECONNRESET"'
    const wrapped = new MongoBulkWriteError({ message, code: undefined as never, writeErrors: [] }, {} as never)
    expect(isTransient(wrapped)).toBe(true)
    const duplicate = { message: 'E11000 duplicate key', code: 11000, writeErrors: [] }
    expect(isTransient(new MongoBulkWriteError(duplicate, {} as never))).toBe(false)
  })
})
