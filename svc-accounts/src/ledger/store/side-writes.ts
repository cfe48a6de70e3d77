import { type NewEvent, outboxRow, type Tx } from '@cascade/service-kit'
import type { AnyClientBulkWriteModel, ClientBulkWriteResult, Db, Document } from 'mongodb'
import type { SideWrite } from '../types'

/** An event of the outbox, committed with what it says. */
export const eventWrite = (event: NewEvent, at: Date): SideWrite => ({
  type: 'insertOne',
  collection: 'outbox',
  document: outboxRow(event, at),
})

export function toBulkModel(db: Db, write: SideWrite): AnyClientBulkWriteModel<Document> {
  const { type, collection, ...rest } = write
  const namespace = `${db.databaseName}.${collection}`
  return { name: type, namespace, ...rest } as AnyClientBulkWriteModel<Document>
}

/** Positions of side writes whose precondition failed. `offset`: index of the first side write in the result. */
export function failedPreconditions(result: ClientBulkWriteResult, writes: readonly SideWrite[], offset = 0): number[] {
  return writes.flatMap(({ type }, index) => {
    const isPrecondition = type === 'updateOne' || type === 'deleteOne'
    return isPrecondition && !hasMatched(result, offset + index) ? [index] : []
  })
}

export function hasMatched(result: ClientBulkWriteResult, index: number): boolean {
  const update = result.updateResults?.get(index)
  const deleted = Number(result.deleteResults?.get(index)?.deletedCount ?? 0)
  return Number(update?.matchedCount ?? 0) + deleted > 0 || update?.didUpsert === true
}

/**
 * Executes side writes in a transaction that touches no wallet. One by one: not every server can start a transaction with
 * a multi-collection command.
 * @returns false if a precondition failed; the transaction must then be aborted
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
