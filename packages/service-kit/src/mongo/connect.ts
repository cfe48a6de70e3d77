import { type Db, MongoClient } from 'mongodb'
import { patchDriver } from './driver-patch'

export type Mongo = { client: MongoClient; db: Db; close: () => Promise<void> }

/**
 * One limit per thing that an operation waits for: a server, a connection of the pool, the reply. Heartbeats detect a
 * silent server within four seconds. They poll, because pushed heartbeats keep arriving while our own writes are lost.
 */
const timeLimits = {
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 20_000,
  heartbeatFrequencyMS: 1_000,
  serverMonitoringMode: 'poll',
} as const

/** A write whose majority takes longer has an unknown outcome: it is neither repeated by the driver nor undone. */
const replicationMsMax = 10_000

/**
 * Connects with majority read and write concerns. 64-bit integers are read as `bigint`, so that amounts never pass
 * through a double.
 * @param limits `socketTimeoutMS`: limit of a command's reply, 0 for none; 20 s by default.
 *   `serverSelectionTimeoutMS`: how long a command waits for a server that is away; 3 s by default
 */
export async function connectMongo(
  uri: string,
  dbName: string,
  limits: { socketTimeoutMS?: number; serverSelectionTimeoutMS?: number } = {},
): Promise<Mongo> {
  patchDriver()
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true, wtimeoutMS: replicationMsMax },
    readConcern: { level: 'majority' },
    ...timeLimits,
    ...limits,
    maxPoolSize: 50,
    useBigInt64: true,
    ignoreUndefined: true,
  })
  // Not settable as an option in the driver; by default it checks the pool size ten times a second.
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: 5_000 })
  await client.connect()
  return { client, db: client.db(dbName), close: () => client.close() }
}
