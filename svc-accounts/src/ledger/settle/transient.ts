import { isTransient as isTransientFault } from '@cascade/service-kit'
import { MongoError, MongoServerError } from 'mongodb'

/** A wallet was not found as it was read: another instance posted to it. */
export class SnapshotMismatch extends Error {
  override readonly name = 'SnapshotMismatch'
}

/** Another instance is the writer by now. */
export class FenceLost extends Error {
  override readonly name = 'FenceLost'
}

/** Another writer's transaction is open: it ends at once, or its process is gone. */
export class FenceHeld extends Error {
  override readonly name = 'FenceHeld'
  /** @param version of the fence as it stands: a living holder will raise it */
  constructor(
    readonly version: bigint,
    cause: unknown,
  ) {
    super('Another writer is in the fence', { cause })
  }
}

/** True for what a repetition of the whole transaction can cure: conflicts, lost connections, a server that changes. */
export const isTransient = (error: unknown): boolean =>
  error instanceof SnapshotMismatch || error instanceof FenceHeld || isTransientFault(error)

export const isCommitUnknown = (error: unknown) =>
  error instanceof MongoError && error.hasErrorLabel('UnknownTransactionCommitResult')

/** Another transaction is writing the same row. */
export const isWriteConflict = (error: unknown) => error instanceof MongoServerError && error.code === 112
