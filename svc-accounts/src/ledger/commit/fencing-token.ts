import { isTransient as isTransientFault, type Tx } from '@cascade/service-kit'
import { type ClientSession, type Db, MongoServerError } from 'mongodb'
import { fenceOf } from '../store/collections'
import type { Fence } from './cache'

/** Makes the fence row, which no batch can do without. */
export async function ensureFence(db: Db): Promise<void> {
  const first = { version: 0n, playHead: 0n, creditHead: 0n, walletTotal: 0n, holder: '' }
  await fenceOf(db).updateOne({ _id: 'writer' }, { $setOnInsert: first }, { upsert: true })
}

/** Makes this instance the only one that passes: what any other rests on is out of date from here on. */
export async function takeFence(db: Db, holder: string, tx: Tx): Promise<void> {
  await fenceOf(db).updateOne({ _id: 'writer' }, { $set: { holder }, $inc: { version: 1n } }, { session: tx })
}

/**
 * Takes a transaction through the fence: when this commits, nobody has committed since what it rests on was read.
 * @throws SnapshotMismatch when somebody has; FenceHeld when somebody is about to.
 */
export async function passFence(db: Db, session: ClientSession, before: Fence, after: Fence): Promise<void> {
  const filter = { _id: 'writer' as const, version: before.version }
  const result = await fenceOf(db)
    .updateOne(filter, { $set: after }, { session })
    .catch((error: unknown) => {
      throw isWriteConflict(error) ? new FenceHeld(before.version, error) : error
    })
  if (result.matchedCount === 0) throw new SnapshotMismatch()
}

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

/** Another transaction is writing the same row. */
const isWriteConflict = (error: unknown) => error instanceof MongoServerError && error.code === 112
