import type { Tx } from '@cascade/service-kit'
import type { AnyClientBulkWriteModel, ClientBulkWriteResult, Db, Document } from 'mongodb'
import type { SideWrite } from '../types'

/** A side write as the driver takes it. */
export function modelOf(db: Db, write: SideWrite): AnyClientBulkWriteModel<Document> {
  const { type, collection, ...rest } = write
  const namespace = `${db.databaseName}.${collection}`
  return { name: type, namespace, ...rest } as AnyClientBulkWriteModel<Document>
}

/** Positions of those whose precondition failed. `offset` is the place of the first of them in the result. */
export function failedPreconditions(result: ClientBulkWriteResult, writes: readonly SideWrite[], offset = 0): number[] {
  return writes.flatMap(({ type }, index) => {
    const isPrecondition = type === 'updateOne' || type === 'deleteOne'
    return isPrecondition && !hasMatched(result, offset + index) ? [index] : []
  })
}

/** Whether the write at a position of the result found a document. */
export function hasMatched(result: ClientBulkWriteResult, index: number): boolean {
  const update = result.updateResults?.get(index)
  const deleted = Number(result.deleteResults?.get(index)?.deletedCount ?? 0)
  return Number(update?.matchedCount ?? 0) + deleted > 0 || update?.didUpsert === true
}

/**
 * Does what the ledger does with side writes, in a transaction where no wallet is concerned. One by one: not every
 * server begins a transaction with a command for several collections.
 * @returns false when a precondition failed: then the transaction must be ended.
 */
export async function runSideWrites(db: Db, writes: readonly SideWrite[], tx: Tx): Promise<boolean> {
  for (const write of writes) if (!(await runSideWrite(db, write, tx))) return false
  return true
}

async function runSideWrite(db: Db, write: SideWrite, session: Tx): Promise<boolean> {
  const rows = db.collection(write.collection)
  switch (write.type) {
    case 'insertOne':
      await rows.insertOne(write.document, { session })
      return true
    case 'updateOne':
      return (await rows.updateOne(write.filter, write.update, { session })).matchedCount > 0
    case 'updateMany':
      await rows.updateMany(write.filter, write.update, { session })
      return true
    case 'deleteOne':
      return (await rows.deleteOne(write.filter, { session })).deletedCount > 0
    case 'deleteMany':
      await rows.deleteMany(write.filter, { session })
      return true
  }
}
