import { MongoBulkWriteError, MongoInvalidArgumentError, MongoServerError, MongoWriteConcernError } from 'mongodb'
import { describe, expect, it } from 'vitest'
import { CommitUnknown, isCommitUnknown, isDatabaseFault, isTransient } from './driver-errors'

const inTransaction = ['TransientTransactionError']
const retryable = ['RetryableWriteError']
const overloaded = ['SystemOverloadedError', 'RetryableError']

describe('an error reply of the server', () => {
  it.each<[number, string, string[]]>([
    [6, 'HostUnreachable', []],
    [7, 'HostNotFound', []],
    [24, 'LockTimeout', []],
    [24, 'LockTimeout', inTransaction],
    [43, 'CursorNotFound', []],
    [46, 'LockBusy', []],
    [50, 'MaxTimeMSExpired', []],
    [89, 'NetworkTimeout', retryable],
    [91, 'ShutdownInProgress', retryable],
    [112, 'WriteConflict', []],
    [112, 'WriteConflict', inTransaction],
    [134, 'ReadConcernMajorityNotAvailableYet', []],
    [189, 'PrimarySteppedDown', retryable],
    [237, 'CursorKilled', []],
    [239, 'SnapshotTooOld', []],
    [246, 'SnapshotUnavailable', []],
    [246, 'SnapshotUnavailable', inTransaction],
    [251, 'NoSuchTransaction', inTransaction],
    [262, 'ExceededTimeLimit', retryable],
    [433, 'AdmissionQueueOverflow', overloaded],
    [449, 'RateLimitExceeded', overloaded],
    [462, 'IngressRequestRateLimitExceeded', overloaded],
    [9001, 'SocketException', retryable],
    [10107, 'NotWritablePrimary', []],
    [10107, 'NotWritablePrimary', retryable],
    [11600, 'InterruptedAtShutdown', retryable],
    [11601, 'Interrupted', []],
    [11602, 'InterruptedDueToReplStateChange', retryable],
    [12587, 'BackgroundOperationInProgressForNamespace', []],
    [13435, 'NotPrimaryNoSecondaryOk', []],
    [13436, 'NotPrimaryOrSecondary', []],
  ])('is transient with %d %s %j', (code, codeName, errorLabels) => {
    const error = new MongoServerError({ message: codeName, code, codeName, errorLabels })
    expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([true, false, true])
  })

  it.each([
    [13, 'Unauthorized'],
    [18, 'AuthenticationFailed'],
    [290, 'TransactionExceededLifetimeLimitSeconds'],
    [388, 'TransactionTooLargeForCache'],
    [391, 'ReauthenticationRequired'],
    [14031, 'OutOfDiskSpace'],
  ])('is a fault of the database that a retry does not heal with %d %s', (code, codeName) => {
    const error = new MongoServerError({ message: codeName, code, codeName })
    expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([false, false, true])
  })

  it.each([
    [121, 'DocumentValidationFailure'],
    [11000, 'DuplicateKey'],
  ])('is a fault of the data with %d %s, alone and in a bulk', (code, codeName) => {
    const reply = { message: codeName, code, codeName }
    const bulk = new MongoBulkWriteError({ ...reply, writeErrors: [] }, {} as never)
    for (const error of [new MongoServerError(reply), bulk])
      expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([false, false, false])
  })

  it('leaves the outcome unknown with a write concern error 64, and with one in a bulk', () => {
    const writeConcernError = { code: 64, codeName: 'WriteConcernTimeout', errmsg: 'waiting for replication timed out' }
    const alone = new MongoWriteConcernError({ ok: 1, n: 1, writeConcernError } as never)
    const bulk = new MongoBulkWriteError({ message: '', code: 64, writeErrors: [] }, {} as never)
    for (const error of [alone, bulk])
      expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([true, true, true])
  })
})

it('an unknown commit is transient and no fault of the data', () => {
  const error = new CommitUnknown(new Error('the server could not be selected'))
  expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([true, true, true])
})

it.each([
  ['an exception of our own', new Error('anything else')],
  ['a call that the driver rejects', new MongoInvalidArgumentError('Invalid BulkOperation')],
])('%s is no fault of the database', (_, error) => {
  expect([isTransient(error), isCommitUnknown(error), isDatabaseFault(error)]).toEqual([false, false, false])
})

describe('a transient error', () => {
  it('a transient error is a socket that the server has closed', () => {
    const ended = Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' })
    expect(isTransient(ended)).toBe(true)
  })

  it('a transient error is a cleared pool reported by a bulk write, but not a duplicate key', () => {
    const message =
      'Connection pool for 127.0.0.1:1 was cleared because another operation failed with: "read ECONNRESET"'
    const wrapped = new MongoBulkWriteError({ message, code: undefined as never, writeErrors: [] }, {} as never)
    expect(isTransient(wrapped)).toBe(true)
    const duplicate = { message: 'E11000 duplicate key', code: 11000, writeErrors: [] }
    expect(isTransient(new MongoBulkWriteError(duplicate, {} as never))).toBe(false)
  })
})
