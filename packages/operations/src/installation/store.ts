import { type DomainName, domainNames } from '@cascade/contracts'
import { isDuplicateKey, patchDriver } from '@cascade/service-kit'
import { BSON, type ClientSession, type Document, MongoClient, type ReadPreferenceLike, type Timestamp } from 'mongodb'
import type { CollectionRows } from './manifest'

/** Marker of an unfinished restore: no service starts on a database that has it. */
const markerName = 'installation'

/** State of processes and data that is rebuilt: after a restore users sign in again, verifications start over. */
const excludedCollections: ReadonlySet<string> = new Set([
  ...[markerName, 'leases', 'instances', 'open_sessions', 'engine_lease'],
  ...['sessions', 'presence', 'presence_gateways', 'attempts', 'writers', 'ledger_lease'],
  ...['verification', 'wallet_checks', 'total_checks', 'sample_totals', 'branches', 'branch_marks'],
  ...['backups', 'backup_archives.files', 'backup_archives.chunks', 'download_tickets'],
  ...['proof_rows', 'projections'],
])

/** Checkpoints of the verification of reports. */
const excludedName = /^g\d+_verified_/

/** Keeps number types: an int64 must not come back as a double, or vice versa. */
const rawValues = { promoteValues: false, useBigInt64: false } as const

type Row = Document & { _id: unknown }
type Definition = { name: string; options: Document; indexes: Document[] }

/** While rows are restored none may expire; services set the planned time at their start. */
const expiryMax = 2_147_483_647
const snapshotTooOld = 239

export type Reader = {
  /** Options and indexes of each collection, as lines. */
  definitions(domain: DomainName): Promise<string[]>
  collections(domain: DomainName): Promise<CollectionRows[]>
  /** Rows as lines, unordered: on some servers a sorted read scans everything again for each batch. */
  lines(domain: DomainName, collection: string): AsyncGenerator<string>
}

/** The server does not support snapshot reads: it answered from another point in time. */
class SnapshotMoved extends Error {}

/** @param uri with read access to the databases of all services, and write access for a restore */
export async function openInstallation(uri: string, databaseOf: (domain: DomainName) => string) {
  patchDriver()
  const client = new MongoClient(uri, { writeConcern: { w: 'majority', journal: true } })
  await client.connect()
  const databaseFor = (domain: DomainName) => client.db(databaseOf(domain))
  const marker = (domain: DomainName) => databaseFor(domain).collection<{ _id: string; archive: string }>(markerName)
  const names = async (domain: DomainName) =>
    (await databaseFor(domain).listCollections({}, { nameOnly: true }).toArray())
      .map(({ name }) => name)
      .filter(name => !name.startsWith('system.'))
      .sort()
  const exists = async (domain: DomainName, collection: string, filter: object) =>
    (await databaseFor(domain)
      .collection(collection)
      .findOne(filter, { projection: { _id: 1 } })) !== null

  /** Indexes still being built are listed too. */
  async function define(domain: DomainName, name: string, options: Document = {}): Promise<string> {
    const { cursor } = await databaseFor(domain).command({ listIndexes: name, cursor: {} }, rawValues)
    const validation = Object.entries(options).filter(([key]) => key.startsWith('valid'))
    const indexes = (cursor.firstBatch as Document[]).filter(index => index.name !== '_id_')
    return BSON.EJSON.stringify({ name, options: Object.fromEntries(validation), indexes }, { relaxed: false })
  }

  type Reading = { session?: ClientSession; readPreference?: ReadPreferenceLike; check?: () => Promise<void> }
  const createReader = ({ check = async () => {}, ...reading }: Reading = {}): Reader => ({
    async definitions(domain) {
      const found = await databaseFor(domain)
        .listCollections({}, { ...rawValues, nameOnly: false })
        .toArray()
      const own = found.filter(({ name }) => !name.startsWith('system.') && !excludedCollections.has(name))
      return Promise.all(own.map(({ name, options }) => define(domain, name, options)))
    },
    async collections(domain) {
      const collections: CollectionRows[] = []
      for (const name of (await names(domain)).filter(
        each => !excludedCollections.has(each) && !excludedName.test(each),
      ))
        collections.push({
          name,
          rows: Number(await databaseFor(domain).collection(name).countDocuments({}, reading)),
        })
      return collections
    },
    async *lines(domain, collection) {
      await check()
      const cursor = databaseFor(domain)
        .collection(collection)
        .find({}, { ...rawValues, ...reading, batchSize: 1000 })
      for await (const row of cursor) yield BSON.EJSON.stringify(row, { relaxed: false })
    },
  })

  /**
   * A snapshot lasts for `minSnapshotHistoryWindowInSeconds`. Secondaries serve it without load on the primary. (Not the
   * service-kit's reader: it reads one database, from the primary, and may run `work` twice, which writes an archive.)
   */
  const inSnapshot = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    client.withSession({ snapshot: true }, async session => {
      const reading = { session, readPreference: 'secondaryPreferred' } as const
      const readClusterTime = async (): Promise<Timestamp> => {
        const one = { find: 'ledger_writer', limit: 1, singleBatch: true }
        return (await databaseFor('accounts').command(one, reading)).cursor.atClusterTime
      }
      const clusterTime = await readClusterTime()
      const check = async () => {
        if (!clusterTime.equals(await readClusterTime())) throw new SnapshotMoved()
      }
      const result = await work(createReader({ ...reading, check }))
      await check()
      return result
    })

  /** The server aborts a transaction that lasts too long; further reads then fail. */
  const inTransaction = <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
    client.withSession(async session => {
      session.startTransaction({ readConcern: { level: 'snapshot' } })
      const result = await work(createReader({ session }))
      await session.commitTransaction()
      return result
    })

  return {
    ...createReader(),

    /**
     * Reads all databases as of one point in time, while services run. Servers without snapshot sessions are read in a
     * transaction instead, which they keep open for only a minute.
     */
    readSnapshot: <T>(work: (reader: Reader) => Promise<T>): Promise<T> =>
      inSnapshot(work)
        .catch((error: unknown) => {
          if (!(error instanceof SnapshotMoved)) throw error
          return inTransaction(work)
        })
        .catch((error: { code?: unknown }) => {
          // With `rawValues` the code is a BSON number.
          if (Number(error.code) !== snapshotTooOld) throw error
          const advice = 'set minSnapshotHistoryWindowInSeconds on every member'
          throw new Error(`The backup took longer than MongoDB keeps a snapshot: ${advice}.`, { cause: error })
        }),

    /** A sentence about existing data that a restore would destroy; undefined if there is none. */
    async describeContent(): Promise<string | undefined> {
      if (await exists('accounts', markerName, { _id: 'restoring' })) return undefined
      const hint = 'Restore only into an empty installation.'
      if (await exists('accounts', 'transfers', { amount: { $gt: 0 } })) return `This installation holds money. ${hint}`
      if (await exists('accounts', 'accounts', { role: { $ne: 'superadmin' } }))
        return `This installation holds accounts. ${hint}`
      return (await exists('live', 'tickets', {})) ? `This installation holds tickets. ${hint}` : undefined
    },

    /** Blocks the start of services until the restore has finished. */
    async beginRestore(domain: DomainName, archive: string): Promise<void> {
      await marker(domain).updateOne({ _id: 'restoring' }, { $set: { archive } }, { upsert: true })
      for (const name of await names(domain)) if (name !== markerName) await databaseFor(domain).collection(name).drop()
    },

    /** Creates collections with their indexes, to be filled. @param lines of `definitions` */
    async defineCollections(domain: DomainName, lines: readonly string[]): Promise<void> {
      for (const line of lines) {
        const { name, options, indexes } = BSON.EJSON.parse(line, { relaxed: false }) as Definition
        await databaseFor(domain).createCollection(name, options)
        const lasting = indexes.map(index =>
          'expireAfterSeconds' in index ? { ...index, expireAfterSeconds: expiryMax } : index,
        )
        if (lasting.length > 0) await databaseFor(domain).command({ createIndexes: name, indexes: lasting })
      }
    },

    async insertRows(domain: DomainName, collection: string, lines: readonly string[]): Promise<void> {
      const rows = lines.map(line => BSON.EJSON.parse(line, { relaxed: false }) as Document)
      const target = databaseFor(domain).collection(collection)
      await target.insertMany(rows, { ordered: false }).catch(async (error: unknown) => {
        if (!isDuplicateKey(error)) throw error
        const writes = (rows as Row[]).map(({ _id, ...replacement }) => ({
          replaceOne: { filter: { _id: _id as never }, replacement, upsert: true },
        }))
        await target.bulkWrite(writes)
      })
    },

    async clear(): Promise<void> {
      for (const domain of domainNames)
        for (const name of await names(domain)) await databaseFor(domain).collection(name).drop()
    },

    finishRestore: (domain: DomainName) => marker(domain).deleteOne({ _id: 'restoring' }),
    close: () => client.close(),
  }
}
export type InstallationStore = Awaited<ReturnType<typeof openInstallation>>
