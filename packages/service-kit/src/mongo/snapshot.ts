import type { ClientSession, Db, MongoClient, Timestamp } from 'mongodb'
import { inTransaction } from './transaction'

/** Options of every read of one point in time. */
export type Snapshot = { session: ClientSession; readConcern: { level: 'snapshot' } }

/** Clients of servers that answer from another point in time. */
const clientsWithout = new WeakSet<MongoClient>()

/**
 * Reads a database as of one point in time. Unlike a transaction, a snapshot session has no time limit and holds no
 * locks; the server keeps the history for `minSnapshotHistoryWindowInSeconds`. On servers without snapshot sessions
 * `work` runs again in a transaction, so it must have no other effect.
 */
export async function inSnapshot<T>(client: MongoClient, db: Db, work: (snapshot: Snapshot) => Promise<T>): Promise<T> {
  const toSnapshot = (session: ClientSession): Snapshot => ({ session, readConcern: { level: 'snapshot' } })
  if (!clientsWithout.has(client)) {
    const read = await client.withSession({ snapshot: true }, async session => {
      const before = await clusterTimeOf(db, session)
      const result = await work(toSnapshot(session))
      return before?.equals((await clusterTimeOf(db, session)) ?? 0) ? { result } : undefined
    })
    if (read) return read.result
    clientsWithout.add(client)
  }
  return inTransaction(client, tx => work(toSnapshot(tx)))
}

async function clusterTimeOf(db: Db, session: ClientSession): Promise<Timestamp | undefined> {
  const { cursor } = await db.command({ find: 'leases', limit: 1, singleBatch: true }, { session })
  return cursor.atClusterTime
}
