import { isTransient as isTransientFault } from '@cascade/service-kit'
import { MongoError } from 'mongodb'

/** A wallet was not found as it was read: another instance posted to it. */
export class SnapshotMismatch extends Error {
  override readonly name = 'SnapshotMismatch'
}

/** True for what a repetition of the whole transaction can cure: conflicts, lost connections, a server that changes. */
export const isTransient = (error: unknown): boolean => error instanceof SnapshotMismatch || isTransientFault(error)

export const isCommitUnknown = (error: unknown) =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')
