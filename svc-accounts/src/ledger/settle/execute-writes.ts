import type { ClientSession, Db, Document, MongoClient } from 'mongodb'
import { LedgerRefusal } from '../refusals'
import { failedPreconditions, hasMatched, modelOf } from '../store/side-writes'
import type { SideWrite } from '../types'
import type { BatchWrites } from './batch-writes'
import { SnapshotMismatch } from './transient'

/** Up to here one command for all is quicker; beyond, one for each collection costs the server half as much. */
const fewRows = 30

type Place = { client: MongoClient; db: Db; session: ClientSession }

/**
 * Writes a batch in the session's transaction, which the fence has begun: a command for several collections cannot
 * begin one on every server.
 * @returns the owners of side writes whose precondition failed, with the refusal: then the transaction must be ended.
 * @throws SnapshotMismatch when an account is not as it was known.
 */
export async function executeWrites(place: Place, writes: BatchWrites): Promise<Map<number, LedgerRefusal>> {
  const rows = [...writes.inserts.values()].reduce((sum, documents) => sum + documents.length, 0)
  return rows <= fewRows ? writeTogether(place, writes) : writeByCollection(place, writes)
}

async function writeTogether({ client, db, session }: Place, writes: BatchWrites) {
  const { wallets, externals, wins, inserts, sideWrites } = writes
  const guarded: SideWrite[] = [
    ...wallets.map((write): SideWrite => ({ type: 'updateOne', collection: 'wallets', ...write })),
    ...externals.map((write): SideWrite => ({ type: 'updateOne', collection: 'external_accounts', ...write })),
    ...wins.map((write): SideWrite => ({ type: 'updateOne', collection: 'ticket_wins', ...write })),
  ]
  const own: SideWrite[] = [
    ...guarded,
    ...[...inserts].flatMap(([collection, documents]) =>
      documents.map((document): SideWrite => ({ type: 'insertOne', collection, document })),
    ),
  ]
  const models = [...own, ...sideWrites.map(({ write }) => write)].map(write => modelOf(db, write))
  const options = { session, ordered: true, verboseResults: sideWrites.length > 0 }
  const result = await client.bulkWrite(models, options)
  if (sideWrites.length === 0) {
    requireMatches(result, guarded.length)
    return new Map<number, LedgerRefusal>()
  }
  if (guarded.some((_, index) => !hasMatched(result, index))) throw new SnapshotMismatch()
  return refusedOf(sideWrites, failedPreconditions(result, writesIn(sideWrites), own.length))
}

async function writeByCollection(place: Place, { wallets, externals, wins, inserts, sideWrites }: BatchWrites) {
  const { client, db, session } = place
  await updateGuarded(place, 'wallets', wallets)
  await updateGuarded(place, 'external_accounts', externals)
  await updateGuarded(place, 'ticket_wins', wins)
  for (const [collection, documents] of inserts) {
    await db.collection<Document>(collection).insertMany(documents, { session, ordered: true })
  }
  if (sideWrites.length === 0) return new Map<number, LedgerRefusal>()
  const models = writesIn(sideWrites).map(write => modelOf(db, write))
  const result = await client.bulkWrite(models, { session, ordered: true, verboseResults: true })
  return refusedOf(sideWrites, failedPreconditions(result, writesIn(sideWrites)))
}

async function updateGuarded({ db, session }: Place, collection: string, guarded: BatchWrites['wallets']) {
  if (guarded.length === 0) return
  const updates = guarded.map(updateOne => ({ updateOne }))
  const result = await db.collection<Document>(collection).bulkWrite(updates, { session, ordered: true })
  requireMatches(result, updates.length)
}

function requireMatches({ matchedCount }: { matchedCount: number }, expected: number) {
  if (Number(matchedCount) !== expected) throw new SnapshotMismatch()
}

const writesIn = (sideWrites: BatchWrites['sideWrites']) => sideWrites.map(({ write }) => write)

const refusedOf = (sideWrites: BatchWrites['sideWrites'], positions: readonly number[]) => {
  const owners = positions.flatMap(position => sideWrites[position]?.owner ?? [])
  return new Map(owners.map(owner => [owner, new LedgerRefusal('PRECONDITION_FAILED')]))
}
