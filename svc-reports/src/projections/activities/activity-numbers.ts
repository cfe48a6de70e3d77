import { randomUUID } from 'node:crypto'
import { type ActivityRecorded, ActivitySender } from '@cascade/contracts/gateway'
import { type CollectionSpec, inTransaction, type ServiceContext } from '@cascade/service-kit'
import { z } from 'zod'
import { formatMoment } from './log-objects'
import { storeActivitiesIn } from './store-activities'

export const NumberedMessage = z.object({
  at: z.coerce.date(),
  data: z.object({ activities: z.array(z.unknown()), sender: ActivitySender }),
})
/** `next`: the number that is expected; all before have arrived, or were reported. */
type GatewayRow = { _id: string; next: number; newestAt: Date }

/**
 * Messages are published in order. One after a gap is delivered again for about a minute: longer than it takes until a
 * message that another replica has pulled and not stored is delivered again.
 */
const deliveriesMax = 12

export const activityNumberCollections: readonly CollectionSpec[] = [
  { name: 'activity_gateways', indexes: [{ key: { newestAt: 1 }, options: { expireAfterSeconds: 90 * 86_400 } }] },
]

/**
 * Compares the number of a message with the expected one. A gap that stays is written into the log, for superadmins.
 * @param since when this database began to compare: of older gateways the first numbers are unknown
 * @returns missing activities; undefined if the message must wait for earlier ones
 */
export async function countMissing(
  { client, db, zone }: Pick<ServiceContext, 'client' | 'db' | 'zone'>,
  { at, data: { activities, sender } }: z.output<typeof NumberedMessage>,
  deliveries: number,
  since: Date,
): Promise<number | undefined> {
  const { gatewayId: _id, startedAt, first } = sender
  const gateways = db.collection<GatewayRow>('activity_gateways')
  const after = { next: first + activities.length, newestAt: at }
  const { matchedCount } = await gateways.updateOne({ _id, next: first }, { $set: after })
  if (matchedCount > 0) return 0
  const newestAt = new Date(startedAt)
  return inTransaction(client, async tx => {
    const stored = await gateways.findOne({ _id }, { session: tx })
    const before = stored ?? { next: newestAt < since ? first : 1, newestAt }
    const missing = Math.max(0, first - before.next)
    if (after.next <= before.next) return 0
    if (missing > 0 && deliveries < deliveriesMax) return undefined
    await gateways.replaceOne({ _id }, after, { session: tx, upsert: true })
    if (missing === 0) return 0
    const [from, to] = [before.newestAt, at].map(moment => formatMoment(moment, zone))
    const subject = `${missing} ${missing === 1 ? 'activity is' : 'activities are'} missing between ${from} and ${to}`
    const call = { requestUrl: '', method: '', ipAddress: '', status: 200, source: 'server' as const }
    const activity: ActivityRecorded = {
      ...{ id: randomUUID(), type: 'gateway.activity.recorded.v1', at: new Date().toISOString() },
      ...{ actor: null, correlationId: '', causationId: null, seq: 0 },
      data: { accountId: null, username: _id, subject, ...call },
    }
    await storeActivitiesIn({ db, zone }, [activity], () => undefined, tx)
    return missing
  })
}
