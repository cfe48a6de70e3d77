import type { Tx } from '@cascade/service-kit'
import type { ClientSession, Db } from 'mongodb'
import { fenceOf } from '../store/collections'
import type { Fence } from './memory'
import { FenceHeld, isWriteConflict, SnapshotMismatch } from './transient'

/** Makes the fence row, which no batch can do without. */
export async function ensureFence(db: Db): Promise<void> {
  const first = { version: 0n, playHead: 0n, creditHead: 0n, walletTotal: 0n, holder: '', winsFrom: 0n }
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
