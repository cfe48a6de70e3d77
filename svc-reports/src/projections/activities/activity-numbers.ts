import { randomUUID } from 'node:crypto'
import { type ActivityRecorded, ActivitySender } from '@cascade/contracts/gateway'
import { type CollectionSpec, inTransaction, type ServiceContext } from '@cascade/service-kit'
import { z } from 'zod'
import { formatMoment } from './log-objects'
import { storeActivitiesIn } from './store-activities'

const NumberedMessage = z.object({
  at: z.coerce.date(),
  data: z.object({ activities: z.array(z.unknown()), sender: ActivitySender }),
})
type Numbered = z.output<typeof NumberedMessage>
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

/** Joins messages of a gateway whose numbers follow each other, to compare them at once. */
export function joinNumbered<T extends { content: unknown }>(messages: readonly T[]) {
  const groups: { messages: T[]; span?: Numbered }[] = []
  const newest = new Map<string, (typeof groups)[number] & { span: Numbered }>()
  for (const message of messages) {
    const { data: span } = NumberedMessage.safeParse(message.content)
    const before = span && newest.get(span.data.sender.gatewayId)
    if (span && before && nextNumberOf(before.span) === span.data.sender.first) {
      before.messages.push(message)
      const { sender, activities } = before.span.data
      before.span = { at: span.at, data: { sender, activities: [...activities, ...span.data.activities] } }
    } else if (span) {
      const group = { messages: [message], span }
      groups.push(group)
      newest.set(span.data.sender.gatewayId, group)
    } else groups.push({ messages: [message] })
  }
  return groups
}

const nextNumberOf = ({ data: { activities, sender } }: Numbered) => sender.first + activities.length

/**
 * Compares the number of a message with the expected one. A gap that stays is written into the log, for superadmins.
 * @param since when this database began to compare: of older gateways the first numbers are unknown
 * @returns missing activities; undefined if the message must wait for earlier ones
 */
export async function countMissing(
  { client, db, zone }: Pick<ServiceContext, 'client' | 'db' | 'zone'>,
  message: Numbered,
  deliveries: number,
  since: Date,
): Promise<number | undefined> {
  const { at } = message
  const { gatewayId: _id, startedAt, first } = message.data.sender
  const gateways = db.collection<GatewayRow>('activity_gateways')
  const after = { next: nextNumberOf(message), newestAt: at }
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
