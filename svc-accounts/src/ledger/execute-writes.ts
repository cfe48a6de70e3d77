import type { ClientBulkWriteResult, ClientSession, Db, Document, MongoClient } from 'mongodb'
import { insertOf, updateOf } from './collections'
import { SnapshotMismatch } from './mongo-errors'
import type { AlsoModel } from './types'
import type { BatchWrites } from './write-batch'

/** Up to here one command for all is quicker; beyond, one for each collection costs the server half as much. */
const fewRows = 30

type Place = { client: MongoClient; db: Db; session: ClientSession }

/**
 * Writes a batch in the session's transaction.
 * @returns the owners of further writes that matched nothing: then the transaction must be ended.
 * @throws SnapshotMismatch when a wallet is not as it was read.
 */
export async function executeWrites(place: Place, writes: BatchWrites): Promise<Set<number>> {
  const rows = [...writes.inserts.values()].reduce((sum, documents) => sum + documents.length, 0)
  return rows <= fewRows ? writeTogether(place, writes) : writeByCollection(place, writes)
}

async function writeTogether({ client, db, session }: Place, { wallets, inserts, also }: BatchWrites) {
  const models = [
    ...wallets.map(({ filter, update }) => updateOf(db, 'wallets', filter, update)),
    ...[...inserts].flatMap(([collection, documents]) => documents.map(row => insertOf(db, collection, row))),
  ]
  const options = { session, ordered: true, verboseResults: also.length > 0 }
  const result = await client.bulkWrite([...models, ...also.map(({ model }) => model)], options)
  if (also.length === 0) {
    requireMatches(result, wallets.length)
    return new Set<number>()
  }
  if (wallets.some((_, index) => !hasHit(result, index))) throw new SnapshotMismatch()
  return unmatchedOf(result, also, models.length)
}

async function writeByCollection({ client, db, session }: Place, { wallets, inserts, also }: BatchWrites) {
  const updates = wallets.map(updateOne => ({ updateOne }))
  if (updates.length > 0) {
    requireMatches(
      await db.collection<Document>('wallets').bulkWrite(updates, { session, ordered: true }),
      updates.length,
    )
  }
  for (const [collection, documents] of inserts) {
    await db.collection<Document>(collection).insertMany(documents, { session, ordered: true })
  }
  if (also.length === 0) return new Set<number>()
  const options = { session, ordered: true, verboseResults: true }
  return unmatchedOf(
    await client.bulkWrite(
      also.map(({ model }) => model),
      options,
    ),
    also,
    0,
  )
}

function requireMatches({ matchedCount }: { matchedCount: number }, expected: number) {
  if (Number(matchedCount) !== expected) throw new SnapshotMismatch()
}

function hasHit(result: ClientBulkWriteResult, index: number): boolean {
  const update = result.updateResults?.get(index)
  const deleted = Number(result.deleteResults?.get(index)?.deletedCount ?? 0)
  return Number(update?.matchedCount ?? 0) + deleted > 0 || update?.didUpsert === true
}

/** `offset` is the position of the first further write in the result. */
function unmatchedOf(
  result: ClientBulkWriteResult,
  also: readonly { model: AlsoModel; owner: number }[],
  offset: number,
) {
  const missed = also.filter(({ model }, index) => model.name !== 'insertOne' && !hasHit(result, offset + index))
  return new Set(missed.map(({ owner }) => owner))
}
