import { GameBusy } from '@cascade/contracts/live'
import { type CollectionSpec, type NewEvent, newEvent, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from '../catalog/offering'

type BusyRow = Offering & { _id: string; draws: number; version: number }

export const busyCollections: readonly CollectionSpec[] = [{ name: 'busy_pairs' }]

export function createBusyStore(db: Db) {
  const rows: Collection<BusyRow> = db.collection('busy_pairs')

  /** @returns the event to publish when the offering became busy or idle */
  async function add({ adminId, gameId }: Offering, draws: number, tx: Tx): Promise<NewEvent[]> {
    const offering = { adminId, gameId }
    const _id = offeringKey(offering)
    const before = await rows.findOne({ _id }, { session: tx })
    const count = (before?.draws ?? 0) + draws
    const wasBusy = (before?.draws ?? 0) > 0
    const hasChanged = wasBusy !== count > 0
    const version = (before?.version ?? 0) + (hasChanged ? 1 : 0)
    await rows.updateOne({ _id }, { $set: { ...offering, draws: count, version } }, { session: tx, upsert: true })
    return hasChanged ? [newEvent(GameBusy, { ...offering, busy: count > 0, version }, { requestId: _id })] : []
  }

  return {
    opened: (offering: Offering, draws: number, tx: Tx) => add(offering, draws, tx),
    settled: (offering: Offering, tx: Tx) => add(offering, -1, tx),
    async countDraws(adminId: string): Promise<number> {
      const found = await rows.find({ _id: { $gt: `${adminId}|`, $lt: `${adminId}|\uffff` } }).toArray()
      return found.reduce((sum, { draws }) => sum + Number(draws), 0)
    },
  }
}
