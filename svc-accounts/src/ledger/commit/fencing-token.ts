import { isTransient as isTransientFault, type Tx } from '@cascade/service-kit'
import { type ClientSession, type Db, MongoServerError } from 'mongodb'
import { fencingTokenOf } from '../store/collections'
import type { FencingToken } from './cache'

/** Creates the fencing token row; every batch needs it. */
export async function ensureFencingToken(db: Db): Promise<void> {
  const first = { version: 0n, playHead: 0n, creditHead: 0n, walletTotal: 0n, holder: '' }
  await fencingTokenOf(db).updateOne({ _id: 'writer' }, { $setOnInsert: first }, { upsert: true })
}

/** Makes this instance the owner. Raising the version invalidates the caches and open transactions of all others. */
export async function takeFencingToken(db: Db, instanceId: string, tx: Tx): Promise<void> {
  await fencingTokenOf(db).updateOne(
    { _id: 'writer' },
    { $set: { holder: instanceId }, $inc: { version: 1n } },
    { session: tx },
  )
}

/**
 * Advances the token within a batch's transaction. If the transaction commits, no other batch has committed since
 * `before` was read.
 * @throws SnapshotMismatch if another batch has committed; FencingConflict if another transaction is open
 */
export async function advanceFencingToken(
  db: Db,
  session: ClientSession,
  before: FencingToken,
  after: FencingToken,
): Promise<void> {
  const filter = { _id: 'writer' as const, version: before.version }
  const result = await fencingTokenOf(db)
    .updateOne(filter, { $set: after }, { session })
    .catch((error: unknown) => {
      throw isWriteConflict(error) ? new FencingConflict(before.version, error) : error
    })
  if (result.matchedCount === 0) throw new SnapshotMismatch()
}

/** The state on which the batch was decided is out of date: another instance has committed. */
export class SnapshotMismatch extends Error {
  override readonly name = 'SnapshotMismatch'
}

export class FencingTokenLost extends Error {
  override readonly name = 'FenceLost'
}

/** The transaction of another writer is open: it ends soon, or its process is dead. */
export class FencingConflict extends Error {
  override readonly name = 'FenceHeld'
  /** @param version current token version; a live holder will raise it */
  constructor(
    readonly version: bigint,
    cause: unknown,
  ) {
    super('fencing conflict: another leader is committing', { cause })
  }
}

/** Errors after which the whole transaction is retried: conflicts, lost connections, a primary election. */
export const isTransient = (error: unknown): boolean =>
  error instanceof SnapshotMismatch || error instanceof FencingConflict || isTransientFault(error)

const isWriteConflict = (error: unknown) => error instanceof MongoServerError && error.code === 112
