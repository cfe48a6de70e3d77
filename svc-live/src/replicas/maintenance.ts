import { MaintenanceChanged } from '@cascade/contracts/accounts'
import { accountTreeFeed, type Feed, upsertNewest } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

type MaintenanceRow = { _id: 'maintenance'; version: number; maintenance: MaintenanceChanged['data']['maintenance'] }

const collection = 'maintenance'
const changedType = MaintenanceChanged.shape.type.value
const rowsOf = (db: Db): Collection<MaintenanceRow> => db.collection(collection)
const accounts = accountTreeFeed('live')

/** Accounts, and the maintenance of the installation. */
export const accountsFeed: Feed = {
  ...accounts,
  collections: [...accounts.collections, { name: collection }],
  schemas: { ...accounts.schemas, [changedType]: MaintenanceChanged },
  async project(db, events, tx) {
    await accounts.project(db, events, tx)
    const changes = events.filter(({ type }) => type === changedType)
    const rows = changes.map(
      ({ data }): MaintenanceRow => ({ _id: 'maintenance', ...(data as MaintenanceChanged['data']) }),
    )
    await upsertNewest(rowsOf(db), rows, tx)
  },
}

export type MaintenanceReplica = ReturnType<typeof createMaintenanceReplica>

export function createMaintenanceReplica(db: Db) {
  return {
    /** The last one, also after its end: the draws that it has passed over stay so. */
    async read(): Promise<{ fromMs: number; toMs: number } | undefined> {
      const { maintenance = null } = (await rowsOf(db).findOne({ _id: 'maintenance' })) ?? {}
      return maintenance ? { fromMs: Date.parse(maintenance.from), toMs: Date.parse(maintenance.to) } : undefined
    },
  }
}
