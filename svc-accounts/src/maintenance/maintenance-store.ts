import type { Maintenance } from '@cascade/contracts/accounts'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

export type PlannedMaintenance = { from: Date; to: Date; message: string }
type StoredMaintenance = { _id: 'maintenance'; version: number; planned: PlannedMaintenance | null }

const collection = 'maintenance'
const _id = 'maintenance'

/** One row, read by its id. */
export const maintenanceCollections: readonly CollectionSpec[] = [{ name: collection }]

/** The maintenance of the whole installation; it stays stored after its end until the next one. */
export function createMaintenanceStore(db: Db, now: () => Date) {
  const rows: Collection<StoredMaintenance> = db.collection(collection)
  /** The maintenance that is planned or in force; null if there is none. */
  async function read(session?: Tx): Promise<PlannedMaintenance | null> {
    const { planned = null } = (await rows.findOne({ _id }, { session })) ?? {}
    return planned && planned.to > now() ? planned : null
  }
  return {
    read,
    readCurrent: async (): Promise<Maintenance | null> => toMaintenance(await read()),
    /** @returns the version of the new row */
    async replace(planned: PlannedMaintenance | null, session: Tx): Promise<number> {
      const change = { $set: { planned }, $inc: { version: 1 } }
      const row = await rows.findOneAndUpdate({ _id }, change, { upsert: true, returnDocument: 'after', session })
      return Number(row?.version)
    },
  }
}

export const toMaintenance = (planned: PlannedMaintenance | null): Maintenance | null =>
  planned && { ...planned, from: planned.from.toISOString(), to: planned.to.toISOString() }
