import type { CollectionSpec } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** An account connected to a gateway, as reported in a `generation` of the gateway. */
type Presence = { _id: string; gatewayId: string; accountId: string; generation: number }
/** `online`: cached number of presence rows of the gateway. */
type Gateway = { _id: string; at: Date; generation: number; online: number }
export type PresenceChange = {
  gatewayId: string
  generation: number
  joined: readonly string[]
  left: readonly string[]
}

export const presenceCollections: readonly CollectionSpec[] = [
  { name: 'presence', indexes: [{ key: { gatewayId: 1 } }, { key: { accountId: 1 } }] },
  { name: 'presence_gateways' },
]

const silentAfterMs = 60_000
const chunkSize = 1_000

/** Connected accounts by gateway. All operations are idempotent. */
export function createPresenceStore(db: Db, now: () => Date) {
  const rows: Collection<Presence> = db.collection('presence')
  const gateways: Collection<Gateway> = db.collection('presence_gateways')
  const idOf = (gatewayId: string, accountId: string) => `${gatewayId}|${accountId}`

  async function removeSome(filter: object): Promise<string[]> {
    const some = await rows.find(filter).limit(chunkSize).toArray()
    if (some.length > 0) await rows.deleteMany({ _id: { $in: some.map(({ _id }) => _id) } })
    return some.map(({ accountId }) => accountId)
  }

  return {
    async change({ gatewayId, generation, joined, left }: PresenceChange): Promise<void> {
      const writes = [
        ...joined.map(accountId => ({
          updateOne: {
            filter: { _id: idOf(gatewayId, accountId) },
            update: { $set: { gatewayId, accountId, generation } },
            upsert: true,
          },
        })),
        ...left.map(accountId => ({ deleteOne: { filter: { _id: idOf(gatewayId, accountId) } } })),
      ]
      if (writes.length === 0) return
      const { upsertedCount, deletedCount } = await rows.bulkWrite(writes, { ordered: false })
      const update = { $set: { at: now(), generation }, $inc: { online: upsertedCount - deletedCount } }
      await gateways.updateOne({ _id: gatewayId }, update, { upsert: true })
    },

    /** Removes a chunk of rows of earlier generations. @returns their accounts; empty when done */
    removeOld: (gatewayId: string, generation: number) => removeSome({ gatewayId, generation: { $lt: generation } }),

    async recount(gatewayId: string, generation: number): Promise<void> {
      const online = await rows.countDocuments({ gatewayId })
      await gateways.updateOne({ _id: gatewayId }, { $set: { at: now(), generation, online } }, { upsert: true })
    },

    /** Records a heartbeat. @returns the number of accounts stored for this generation; 0 if it is new */
    async beat(gatewayId: string, generation: number): Promise<number> {
      const before = await gateways.findOneAndUpdate({ _id: gatewayId, generation }, { $set: { at: now() } })
      return Number(before?.online ?? 0)
    },

    async onlineAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await rows
        .find({ accountId: { $in: [...accountIds] } })
        .project<Pick<Presence, 'accountId'>>({ accountId: 1 })
        .toArray()
      return new Set(found.map(({ accountId }) => accountId))
    },

    /** Removes a chunk of rows of a silent gateway. @returns their accounts; undefined if no gateway is silent */
    async removeSilent(): Promise<string[] | undefined> {
      const silent = await gateways.findOne({ at: { $lt: new Date(now().getTime() - silentAfterMs) } })
      if (!silent) return undefined
      const removed = await removeSome({ gatewayId: silent._id })
      if (removed.length < chunkSize) await gateways.deleteOne({ _id: silent._id, at: silent.at })
      return removed
    },
  }
}
