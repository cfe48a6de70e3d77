import { BSON, type Db, type Document } from 'mongodb'
import { isDuplicateKey } from '../data/duplicate-key'
import { installationName } from './mode-store'

/** Of every service: what belongs to processes that run, and the record of saves and restores itself. */
const neverSaved: readonly string[] = [installationName, 'leases', 'instances', 'open_sessions']

/** Numbers stay what they are in the database: an int64 must not come back as a double, nor the other way round. */
const asStored = { promoteValues: false, useBigInt64: false } as const

type Replaced = Document & { _id: unknown }

/**
 * The rows of a service's database, as they are stored, while nobody else writes.
 * @param passing further collections that are not saved
 */
export function storedRows(db: Db, passing: readonly string[]) {
  const skipped = new Set([...neverSaved, ...passing])
  const existing = async () =>
    (await db.listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter(name => !name.startsWith('system.'))
      .sort()
  const names = async () => (await existing()).filter(name => !skipped.has(name))

  return {
    /** Every collection that is saved, with the number of its rows. */
    async count() {
      const found = await names()
      return Promise.all(found.map(async name => ({ name, rows: await db.collection(name).countDocuments({}) })))
    },

    /** In no order: a sorted read would read everything again for each batch on some servers. */
    async *lines(collection: string): AsyncGenerator<string> {
      const cursor = db.collection(collection).find({}, { ...asStored, batchSize: 1000 })
      for await (const row of cursor) yield BSON.EJSON.stringify(row, { relaxed: false })
    },

    /** Inserts rows; one that is there already is replaced, so that a page may come twice. */
    async put(collection: string, lines: readonly string[]): Promise<void> {
      const rows = lines.map(line => BSON.EJSON.parse(line, { relaxed: false }) as Document)
      const target = db.collection(collection)
      await target.insertMany(rows, { ordered: false }).catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        const writes = (rows as Replaced[]).map(({ _id, ...replacement }) => ({
          replaceOne: { filter: { _id: _id as never }, replacement, upsert: true },
        }))
        await target.bulkWrite(writes)
      })
    },

    /** Everything but the record of saves and restores. */
    async clear(): Promise<void> {
      for (const name of await existing()) if (name !== installationName) await db.collection(name).drop()
    },
  }
}
export type StoredRows = ReturnType<typeof storedRows>
