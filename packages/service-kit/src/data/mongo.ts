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
import { lookForGone, registerSession } from './instances'

export type Mongo = { client: MongoClient; db: Db; close: () => Promise<void> }

/**
 * Connects with the concerns that money needs. `bigint` is read back for every 64-bit integer: a sum of hundredths
 * never passes through a double.
 */
export async function connectMongo(uri: string, dbName: string): Promise<Mongo> {
  const client = new MongoClient(uri, {
    writeConcern: { w: 'majority', journal: true },
    readConcern: { level: 'majority' },
    serverSelectionTimeoutMS: 3_000,
    connectTimeoutMS: 3_000,
    socketTimeoutMS: 20_000,
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

/** Runs `work` in one transaction; the driver may run it several times, so it must have no other effect. */
export function inTransaction<T>(client: MongoClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  return client.withSession(async session => {
    await registerSession(client, session)
    let times = 0
    const once = () => {
      if (times++ > 0) lookForGone(client)
      return work(session)
    }
    return session.withTransaction(once, {
      readConcern: { level: 'snapshot' },
      writeConcern: { w: 'majority', journal: true },
      readPreference: 'primary',
    })
  })
}

/** A document as one line of canonical extended JSON: 64-bit numbers, dates and binary stay what they are. */
export const toLine = (row: object): string => BSON.EJSON.stringify(row as Document, { relaxed: false })

/** The document of a line. @throws Error when it is none */
export function fromLine<T = Document>(line: string): T {
  return BSON.EJSON.parse(line, { relaxed: false, useBigInt64: true }) as T
}
