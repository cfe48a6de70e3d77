import { type DomainName, domainNames } from '@cascade/contracts'
import { isDuplicateKey } from '@cascade/service-kit'
import { BSON, type ClientSession, type Document, MongoClient, type Timestamp } from 'mongodb'
import type { CollectionRows } from './manifest'

/** While it stands there no service starts on this database: what is in it is not whole. */
const markerName = 'installation'

/** What belongs to processes that run, or is made anew: who was signed in signs in again, what was verified is again. */
const neverSaved: ReadonlySet<string> = new Set([
  ...[markerName, 'leases', 'instances', 'open_sessions', 'engine_lease'],
  ...['sessions', 'presence', 'presence_gateways', 'attempts', 'writers', 'ledger_lease'],
  ...['verification', 'wallet_checks', 'total_checks', 'branches', 'branch_marks'],
  ...['backups', 'backup_archives.files', 'backup_archives.chunks', 'backup_chunks', 'download_tickets'],
  ...['proof_rows', 'projections'],
])

/** Numbers stay what they are in the database: an int64 must not come back as a double, nor the other way round. */
const asStored = { promoteValues: false, useBigInt64: false } as const

type Replaced = Document & { _id: unknown }

/** What is stored, for whoever reads all of it. */
export type Reader = {
  /** Every collection that is saved, with the number of its rows. */
  collections(domain: DomainName): Promise<CollectionRows[]>
  /** Rows as lines, in no order: a sorted read would read everything again for each batch on some servers. */
  lines(domain: DomainName, collection: string): AsyncGenerator<string>
}

/** A server that was asked for one moment and answers of another. */
class OtherMoment extends Error {}

/** The databases of all services. @param uri of somebody who may read them all, or for a restore write them, too */
export async function openInstallation(uri: string, databaseOf: (domain: DomainName) => string) {
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } })
  await client.connect()
  const of = (domain: DomainName) => client.db(databaseOf(domain))
  const marker = (domain: DomainName) => of(domain).collection<{ _id: string; archive: string }>(markerName)
  const names = async (domain: DomainName) =>
    (await of(domain).listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter(name => !name.startsWith('system.'))
      .sort()
  const isThere = async (domain: DomainName, collection: string, filter: object) =>
    (await of(domain)
      .collection(collection)
      .findOne(filter, { projection: { _id: 1 } })) !== null

  const readerOf = (session?: ClientSession, check = async () => {}): Reader => ({
    async collections(domain) {
      const counted: CollectionRows[] = []
      for (const name of (await names(domain)).filter(each => !neverSaved.has(each)))
        counted.push({ name, rows: Number(await of(domain).collection(name).countDocuments({}, { session })) })
      return counted
    },
    async *lines(domain, collection) {
      await check()
      const cursor = of(domain)
        .collection(collection)
        .find({}, { ...asStored, session, batchSize: 1000 })
      for await (const row of cursor) yield BSON.EJSON.stringify(row, { relaxed: false })
    },
  })

  /** MongoDB keeps a moment for as long as `minSnapshotHistoryWindowInSeconds` says, whatever is written meanwhile. */
  const inSnapshot = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    client.withSession({ snapshot: true }, async session => {
      const answeredOf = async (): Promise<Timestamp> => {
        const one = { find: 'ledger_writer', limit: 1, singleBatch: true }
        return (await of('accounts').command(one, { session })).cursor.atClusterTime
      }
      const moment = await answeredOf()
      const check = async () => {
        if (!moment.equals(await answeredOf())) throw new OtherMoment()
      }
      const result = await work(readerOf(session, check))
      await check()
      return result
    })

  /** Where it lasts for too long the server ends it, and what reads on fails. */
  const inTransaction = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    client.withSession(async session => {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const result = await work(readerOf(session))
      await session.commitTransaction()
      return result
    })

  return {
    ...readerOf(),

    /**
     * Reads as of one moment while everything works, over all databases. Some servers have no such moment outside a
     * transaction, which they keep open for a minute only: they say so, and then the work is done a second time.
     */
    ofOneMoment: <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
      inSnapshot(work).catch((error: unknown) => {
        if (!(error instanceof OtherMoment)) throw error
        return inTransaction(work)
      }),

    /** A sentence about what would be lost if another installation were put here; none where there is nothing. */
    async holds(): Promise<string | undefined> {
      if (await isThere('accounts', markerName, { _id: 'restoring' })) return undefined
      const here = 'A saved one can be restored into an empty one only.'
      if (await isThere('accounts', 'transfers', { amount: { $gt: 0 } }))
        return `This installation holds money. ${here}`
      if (await isThere('accounts', 'accounts', { role: { $ne: 'superadmin' } }))
        return `This installation holds accounts. ${here}`
      return (await isThere('live', 'tickets', {})) ? `This installation holds tickets. ${here}` : undefined
    },

    /** From now on only a finished restore makes it an installation again. */
    async begin(domain: DomainName, archive: string): Promise<void> {
      await marker(domain).updateOne({ _id: 'restoring' }, { $set: { archive } }, { upsert: true })
      for (const name of await names(domain)) if (name !== markerName) await of(domain).collection(name).drop()
    },

    /** Inserts rows; one that is there already is replaced. */
    async put(domain: DomainName, collection: string, lines: readonly string[]): Promise<void> {
      const rows = lines.map(line => BSON.EJSON.parse(line, { relaxed: false }) as Document)
      const target = of(domain).collection(collection)
      await target.insertMany(rows, { ordered: false }).catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        const writes = (rows as Replaced[]).map(({ _id, ...replacement }) => ({
          replaceOne: { filter: { _id: _id as never }, replacement, upsert: true },
        }))
        await target.bulkWrite(writes)
      })
    },

    /** Leaves nothing of it. */
    async clear(): Promise<void> {
      for (const domain of domainNames) for (const name of await names(domain)) await of(domain).collection(name).drop()
    },

    finish: (domain: DomainName) => marker(domain).deleteOne({ _id: 'restoring' }),
    close: () => client.close(),
  }
}
export type InstallationStore = Awaited<ReturnType<typeof openInstallation>>
