import type { BettingStops, EndedStop, Stop } from '@cascade/contracts/live'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from './offering'

type StopRow = Stop & { _id: string }
type Target = Pick<Stop, 'adminId' | 'gameId'>

const endedStopsMax = 50

export const stopCollections: readonly CollectionSpec[] = [
  { name: 'stops', indexes: [{ key: { adminId: 1 } }] },
  // No expiry: a few per admin.
  { name: 'ended_stops', indexes: [{ key: { adminId: 1 } }] },
]

const stopId = (adminId: string | null, gameId: string | null) => `${adminId ?? '*'}|${gameId ?? '*'}`

export function createStopStore(db: Db) {
  const rows: Collection<StopRow> = db.collection('stops')
  const ended: Collection<EndedStop> = db.collection('ended_stops')
  return {
    async list(adminId?: string): Promise<Stop[]> {
      const found = await rows.find(adminId === undefined ? {} : { adminId }).toArray()
      return found.map(({ _id, ...stop }) => stop)
    },

    async find({ adminId, gameId }: Target): Promise<Stop | null> {
      return rows.findOne<Stop>({ _id: stopId(adminId, gameId) }, { projection: { _id: 0 } })
    },

    async oldest(): Promise<Date | undefined> {
      const found = await rows.find({}, { projection: { at: 1 } }).toArray()
      return found.map(({ at }) => new Date(at)).sort((a, b) => a.getTime() - b.getTime())[0]
    },

    async replace(
      { adminId, gameId }: Target,
      next: Stop | undefined,
      end: Pick<EndedStop, 'endedAt' | 'endedBy'>,
      tx: Tx,
    ) {
      const _id = stopId(adminId, gameId)
      const before = await rows.findOneAndDelete({ _id }, { session: tx })
      if (before) {
        const { _id: _, ...stop } = before
        await ended.insertOne({ ...stop, ...end }, { session: tx })
      }
      if (next) await rows.insertOne({ ...next, _id }, { session: tx })
    },

    async listEnded({ adminId, gameId }: Offering): Promise<EndedStop[]> {
      const found = await ended.find({ adminId: { $in: [adminId, null] } }, { projection: { _id: 0 } }).toArray()
      return found
        .filter(stop => stop.gameId === gameId || stop.gameId === null)
        .sort((a, b) => (a.endedAt < b.endedAt ? 1 : -1))
        .slice(0, endedStopsMax)
    },

    async findByOffering(offerings: readonly Offering[]): Promise<Map<string, BettingStops>> {
      const everywhere = stopId(null, null)
      const ids = [
        everywhere,
        ...offerings.flatMap(({ adminId, gameId }) => [
          stopId(adminId, gameId),
          stopId(adminId, null),
          stopId(null, gameId),
        ]),
      ]
      const found = new Set((await rows.find({ _id: { $in: [...new Set(ids)] } }).toArray()).map(row => row._id))
      return new Map(
        offerings.map(offering => [
          offeringKey(offering),
          {
            game: found.has(stopId(offering.adminId, offering.gameId)),
            admin: found.has(stopId(offering.adminId, null)),
            everywhere: found.has(everywhere) || found.has(stopId(null, offering.gameId)),
          },
        ]),
      )
    },
  }
}
