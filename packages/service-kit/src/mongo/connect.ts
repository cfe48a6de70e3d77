import { type Db, MongoClient } from 'mongodb'
import { patchDriver } from './driver-patch'

export type Mongo = { client: MongoClient; db: Db; close: () => Promise<void> }

/**
 * Limits of every operation, one for each thing that it may wait for: a server, a connection of the pool, the reply. A
 * server or line that has gone silent is noticed by the heartbeat within four seconds, which ends what waits for it.
 * Heartbeats poll: those that a server pushes keep coming while nothing that we write arrives.
 */
const timeLimits = {
  serverSelectionTimeoutMS: 3_000,
  waitQueueTimeoutMS: 3_000,
  connectTimeoutMS: 3_000,
  socketTimeoutMS: 20_000,
  heartbeatFrequencyMS: 1_000,
  serverMonitoringMode: 'poll',
} as const

/**
 * Connects with the concerns that money needs. `bigint` is read back for every 64-bit integer: a sum of hundredths
 * never passes through a double.
 */
export async function connectMongo(uri: string, dbName: string): Promise<Mongo> {
  patchDriver()
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    ...timeLimits,
    maxPoolSize: 50,
    useBigInt64: true,
    ignoreUndefined: true,
  })
  // The driver knows this option and takes it nowhere: ten times a second it looks whether a pool is to be filled up.
  Object.assign(client.options, { minPoolSizeCheckFrequencyMS: 5_000 })
  await client.connect()
  return { client, db: client.db(dbName), close: () => client.close() }
}
