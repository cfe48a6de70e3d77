import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

type GatewayPresence = { _id: string; online: string[]; at: Date }

export const presencePlans: readonly CollectionPlan[] = [
  { name: 'presence', indexes: [{ key: { at: 1 }, options: { expireAfterSeconds: 3600 } }] },
]

/** A gateway that was not heard of for so long holds no connections any more. */
const forgottenAfterMs = 60_000

/** Which accounts hold a connection, by gateway. */
export function createPresenceStore(db: Db, now: () => Date) {
  const rows: Collection<GatewayPresence> = db.collection('presence')
  return {
    keep: (gatewayId: string, online: readonly string[]) =>
      rows.updateOne({ _id: gatewayId }, { $set: { online: [...new Set(online)], at: now() } }, { upsert: true }),

    /** Who holds a connection at any gateway. */
    async onlineIds(): Promise<Set<string>> {
      const since = new Date(now().getTime() - forgottenAfterMs)
      const fresh = await rows.find({ at: { $gt: since } }).toArray()
      return new Set(fresh.flatMap(row => row.online))
    },
  }
}
