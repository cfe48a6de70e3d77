import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** One account that holds a connection at one gateway; told in the gateway's `generation`. */
type Presence = { _id: string; gatewayId: string; accountId: string; generation: number }
/** `online`: how many rows there are of it, so that counting them is not needed at every beat. */
type Gateway = { _id: string; at: Date; generation: number; online: number }
export type PresenceChange = {
  gatewayId: string
  generation: number
  joined: readonly string[]
  left: readonly string[]
}

export const presencePlans: readonly CollectionPlan[] = [
  { name: 'presence', indexes: [{ key: { gatewayId: 1 } }, { key: { accountId: 1 } }] },
  { name: 'presence_gateways' },
]

/** A gateway that was not heard of for so long holds no connections any more. */
const silentAfterMs = 60_000
const chunkSize = 1_000

/** Which accounts hold a connection, by gateway. Everything here may be repeated. */
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

    /** Removes some of what a gateway told in earlier generations, and answers whom; nobody when all is gone. */
    removeOld: (gatewayId: string, generation: number) => removeSome({ gatewayId, generation: { $lt: generation } }),

    /** Counts anew what a gateway has. */
    async recount(gatewayId: string, generation: number): Promise<void> {
      const online = await rows.countDocuments({ gatewayId })
      await gateways.updateOne({ _id: gatewayId }, { $set: { at: now(), generation, online } }, { upsert: true })
    },

    /** Notes that a gateway is there. @returns how many accounts it has told in this generation; 0 when it is new */
    async beat(gatewayId: string, generation: number): Promise<number> {
      const before = await gateways.findOneAndUpdate({ _id: gatewayId, generation }, { $set: { at: now() } })
      return Number(before?.online ?? 0)
    },

    /** Those of the accounts that hold a connection at any gateway. */
    async onlineAmong(accountIds: readonly string[]): Promise<ReadonlySet<string>> {
      const found = await rows
        .find({ accountId: { $in: [...accountIds] } })
        .project<Pick<Presence, 'accountId'>>({ accountId: 1 })
        .toArray()
      return new Set(found.map(({ accountId }) => accountId))
    },

    /** Removes some connections of a gateway that fell silent, and answers whose; undefined when none is silent. */
    async removeSilent(): Promise<string[] | undefined> {
      const silent = await gateways.findOne({ at: { $lt: new Date(now().getTime() - silentAfterMs) } })
      if (!silent) return undefined
      const removed = await removeSome({ gatewayId: silent._id })
      if (removed.length < chunkSize) await gateways.deleteOne({ _id: silent._id, at: silent.at })
      return removed
    },
  }
}
