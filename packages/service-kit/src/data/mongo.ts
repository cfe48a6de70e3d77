import {
  BSON,
  type ClientSession,
  type CollectionInfo,
  type CreateIndexesOptions,
  type Db,
  type Document,
  type IndexSpecification,
  MongoClient,
} from 'mongodb'
import { sleep } from '../base/clock'
import { repairDriver } from './driver-defects'
import { isCommitUnknown, isTransient, StaleCursor } from './faults'
import { lookForGone, registerSession } from './instances'

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
  repairDriver()
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

export type CollectionPlan = {
  name: string
  validator?: Document
  indexes?: readonly { key: IndexSpecification; options?: CreateIndexesOptions }[]
}

/** Creates what is missing and sets the validators; safe to run at every start and by several replicas at once. */
export async function ensureCollections(db: Db, plans: readonly CollectionPlan[]): Promise<void> {
  const existing = new Set(
    (await db.listCollections({}, { nameOnly: true }).toArray()).map((c: CollectionInfo) => c.name),
  )
  for (const plan of plans) {
    if (!existing.has(plan.name)) await db.createCollection(plan.name).catch(ignoreExisting)
    if (plan.validator) {
      await db.command({ collMod: plan.name, validator: plan.validator, validationLevel: 'strict' })
    }
    for (const { key, options } of plan.indexes ?? []) await ensureIndex(db, plan.name, { key, options })
  }
}

type Index = NonNullable<CollectionPlan['indexes']>[number]

/** As the driver names it. An index that is to have other options than it had needs another name. */
export const indexNameOf = ({ key, options }: Index): string => options?.name ?? Object.entries(key).flat().join('_')

/** How long rows are kept may be set anew; every other index is what it was. */
async function ensureIndex(db: Db, name: string, { key, options: asked = {} }: Index): Promise<void> {
  const options = lasting(asked)
  const { expireAfterSeconds } = options
  await db
    .collection(name)
    .createIndex(key, options)
    .catch((error: { codeName?: string }) => {
      if (expireAfterSeconds === undefined || error.codeName !== 'IndexOptionsConflict') throw error
      return db.command({ collMod: name, index: { keyPattern: key, expireAfterSeconds } })
    })
}

/** The database goes by its own clock: where ours is behind, rows last until the next start with the right one. */
function lasting(options: NonNullable<Index['options']>) {
  const { expireAfterSeconds } = options
  if (expireAfterSeconds === undefined || !globalThis.cascadePast) return options
  return {
    ...options,
    expireAfterSeconds: expireAfterSeconds + Math.ceil(globalThis.cascadePast.behindMs() / 1000) + 86_400,
  }
}

function ignoreExisting(error: { codeName?: string }) {
  if (error.codeName !== 'NamespaceExists') throw error
}

/** A transaction under way, as stores take it: whoever is given one writes in it and does not end it. */
export type Tx = ClientSession

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const
/** A transaction is not begun or committed again after this time. */
const transactionLimitMs = 10_000
const longestBackoffMs = 500

/**
 * Runs `work` in one transaction, again after a conflict or a lost connection, so it must have no other effect. Own
 * loop: the driver's `withTransaction` repeats for two minutes, and 7.9.0 has no option for less.
 * @throws the last error; `isCommitUnknown` tells where the transaction may have been committed
 */
export async function inTransaction<T>(client: MongoClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  const deadline = performance.now() + transactionLimitMs
  const session = client.startSession()
  try {
    await registerSession(client, session)
    for (let backoffMs = 5; ; backoffMs = Math.min(backoffMs * 2, longestBackoffMs)) {
      session.startTransaction(transactionOptions)
      try {
        const result = await work(session)
        await commit(session, deadline)
        return result
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction()
        const isRepeated = isTransient(error) && !(error instanceof StaleCursor) && !isCommitUnknown(error)
        if (!isRepeated || performance.now() > deadline) throw error
      }
      lookForGone(client)
      await sleep(Math.random() * backoffMs)
    }
  } finally {
    await session.endSession()
  }
}

/** A commit whose outcome is unknown is asked for again: that commits nothing twice. */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  // `work` has ended the transaction by itself.
  if (!session.inTransaction()) return
  for (;;) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (!isCommitUnknown(error) || performance.now() > deadline) throw error
    }
  }
}

/** A document as one line of canonical extended JSON: 64-bit numbers, dates and binary stay what they are. */
export const toLine = (row: object): string => BSON.EJSON.stringify(row as Document, { relaxed: false })

/** The document of a line. @throws Error when it is none */
export function fromLine<T = Document>(line: string): T {
  return BSON.EJSON.parse(line, { relaxed: false, useBigInt64: true }) as T
}
