import type { DomainName } from '@cascade/contracts'
import { isDuplicateKey } from '@cascade/service-kit'
import { BSON, type Document, MongoClient } from 'mongodb'
import type { CollectionRows } from './installation-manifest'

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

/** The databases of all services, while none of them runs. @param uri of somebody who may read and write them all */
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

  return {
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

    /** Every collection that is saved, with the number of its rows. */
    async collections(domain: DomainName): Promise<CollectionRows[]> {
      const saved = (await names(domain)).filter(name => !neverSaved.has(name))
      return Promise.all(
        saved.map(async name => ({ name, rows: Number(await of(domain).collection(name).countDocuments({})) })),
      )
    },

    /** In no order: a sorted read would read everything again for each batch on some servers. */
    async *lines(domain: DomainName, collection: string): AsyncGenerator<string> {
      const cursor = of(domain)
        .collection(collection)
        .find({}, { ...asStored, batchSize: 1000 })
      for await (const row of cursor) yield BSON.EJSON.stringify(row, { relaxed: false })
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

    finish: (domain: DomainName) => marker(domain).deleteOne({ _id: 'restoring' }),
    close: () => client.close(),
  }
}
export type InstallationStore = Awaited<ReturnType<typeof openInstallation>>
