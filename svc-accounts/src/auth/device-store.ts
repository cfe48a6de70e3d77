import { createHash } from 'node:crypto'
import { type CollectionPlan, networkOf, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A device and network that an account has signed in from. */
type Device = { _id: string; accountId: string; lastSeenAt: Date }

const retentionSeconds = 90 * 86_400

export const devicePlans: readonly CollectionPlan[] = [
  {
    name: 'devices',
    indexes: [{ key: { accountId: 1 } }, { key: { lastSeenAt: 1 }, options: { expireAfterSeconds: retentionSeconds } }],
  },
]

export function createDeviceStore(db: Db) {
  const rows: Collection<Device> = db.collection('devices')
  return {
    /** Records a sign-in. @returns whether it is the first one with this device and network, but not the very first */
    async record(accountId: string, device: string, ipAddress: string, { at, tx }: { at: Date; tx: Tx }) {
      const mark = createHash('sha256')
        .update(`${device}|${networkOf(ipAddress)}`)
        .digest('base64url')
      const update = { $set: { accountId, lastSeenAt: at } }
      const options = { upsert: true, session: tx }
      const { upsertedCount } = await rows.updateOne({ _id: `${accountId}|${mark}` }, update, options)
      return upsertedCount > 0 && (await rows.find({ accountId }, { session: tx }).limit(2).toArray()).length > 1
    },
  }
}
