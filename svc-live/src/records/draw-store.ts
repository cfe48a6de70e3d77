import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'

/** `open`: no result yet; `drawn`: its wins are being booked; `settled`: all are. */
type DrawState = 'open' | 'drawn' | 'settled'

/** A draw that somebody bet on. One that nobody bet on has a record only. Amounts are hundredths. */
export type DrawRow = Offering & {
  _id: string
  drawAt: Date
  gameVersion: number
  seedKeyId: string
  /** By leg. */
  stakes: Record<string, bigint>
  stake: bigint
  tickets: number
  /** Number of the event that closed it in the ledger's feed: all its stakes come before. Null until then. */
  closedSeq: number | null
  /** What decides it, as it stood at the closing. Absent before, and when its closing told nothing of it. */
  frozen?: FrozenFigures
  /** Roots of the full blocks of its tickets, by number: see `ticket-tree.ts`. */
  blocks?: Record<string, string>
  state: DrawState
  /** Wins that the ledger booked for it so far, by the feed. */
  settledAmount: bigint
  /** Chunks whose tickets are settled by the first result. */
  settledChunks: number
}

/** Amounts are hundredths. */
export type FrozenFigures = {
  gameVersion: number
  winpercentage: string
  percentageVersion: number
  /** In the pool, less wins of draws before that were still to be paid. */
  balance: bigint
  /** Wins of the offering's draws so far: what a draw before this one, drawn later, adds is not there to be won. */
  paidOut: bigint
}

/** Without its stakes, of which a game with a thousand options has many. */
export type OpenDrawRow = Omit<DrawRow, 'stakes' | 'blocks'>
const findWithoutStakes = { projection: { stakes: 0, blocks: 0 } }

const long = { bsonType: 'long' }

export const drawPlans: readonly CollectionPlan[] = [
  {
    name: 'draws',
    validator: {
      $jsonSchema: {
        required: ['stakes', 'stake', 'state', 'settledAmount'],
        properties: { stakes: { additionalProperties: long }, stake: long, settledAmount: long },
      },
    },
    indexes: [{ key: { state: 1 } }],
  },
]

/** What a batch of stakes adds to one draw. */
export type DrawGrowth = Omit<DrawRow, 'closedSeq' | 'frozen' | 'blocks' | 'state' | 'settledAmount' | 'settledChunks'>

export function createDrawStore(db: Db) {
  const rows: Collection<DrawRow> = db.collection('draws')
  return {
    find: (drawId: string, tx?: Tx) => rows.findOne({ _id: drawId }, { session: tx }),

    findByIds: (ids: readonly string[], tx?: Tx) => rows.find({ _id: { $in: [...ids] } }, { session: tx }).toArray(),

    findWithoutStakes: (ids: readonly string[], tx: Tx): Promise<OpenDrawRow[]> =>
      rows.find({ _id: { $in: [...ids] } }, { ...findWithoutStakes, session: tx }).toArray(),

    /** How far these draws are; those that nobody bet on are left out. */
    readStates: (ids: readonly string[]) =>
      rows
        .find({ _id: { $in: [...ids] } }, listReadOptions)
        .project<Pick<DrawRow, '_id' | 'state' | 'settledChunks'>>({ state: 1, settledChunks: 1 })
        .toArray(),

    /** Draws whose wins are not all booked: some days of them at most, unless one is stuck. */
    listUnsettled: () =>
      rows
        .find({ state: { $in: ['open', 'drawn'] } })
        .project<Pick<DrawRow, '_id' | 'settledChunks'>>({ settledChunks: 1 })
        .toArray(),

    /** Draws without a result, oldest first: those that take bets, and those that wait for their moment or closing. */
    async listOpen(): Promise<OpenDrawRow[]> {
      const found = await rows.find({ state: 'open' }, findWithoutStakes).toArray()
      return found.sort((a, b) => a.drawAt.getTime() - b.drawAt.getTime())
    },

    /** Adds stakes to draws; those that are new begin with them. */
    async addStakes(growths: readonly DrawGrowth[], tx: Tx): Promise<void> {
      const writes = growths.map(
        ({ _id, stakes, stake, tickets, ...fixed }): AnyBulkWriteOperation<DrawRow> => ({
          updateOne: {
            filter: { _id },
            update: {
              $inc: {
                stake,
                tickets,
                ...Object.fromEntries(Object.entries(stakes).map(([leg, sum]) => [`stakes.${leg}`, sum])),
              },
              $setOnInsert: { ...fixed, closedSeq: null, state: 'open', settledAmount: 0n, settledChunks: 0 },
            },
            upsert: true,
          },
        }),
      )
      if (writes.length > 0) await rows.bulkWrite(writes, { session: tx, ordered: false })
    },

    /** Notes that the ledger has closed a draw. A draw without a stake has no row, and nothing to note. */
    close: (drawId: string, seq: number, frozen: FrozenFigures | undefined, tx: Tx) =>
      rows.updateOne(
        { _id: drawId, closedSeq: null },
        { $set: { closedSeq: seq, ...(frozen && { frozen }) } },
        { session: tx },
      ),

    storeBlock: (drawId: string, block: number, root: string, tx: Tx) =>
      rows.updateOne({ _id: drawId }, { $set: { [`blocks.${block}`]: root } }, { session: tx }),

    addSettled: (drawId: string, amount: bigint, tx: Tx) =>
      rows.updateOne({ _id: drawId }, { $inc: { settledAmount: amount } }, { session: tx }),

    /** @throws Error unless every one of them is closed and has no result yet. */
    async markDrawn(drawIds: readonly string[], tx: Tx): Promise<void> {
      if (drawIds.length === 0) return
      const filter = { _id: { $in: [...drawIds] }, state: 'open' as const, closedSeq: { $ne: null } }
      const { matchedCount } = await rows.updateMany(filter, { $set: { state: 'drawn' } }, { session: tx })
      if (matchedCount !== drawIds.length) throw new Error('A draw was drawn in the meantime.')
    },

    /** All chunks before `next` are settled. */
    markSettled: (drawId: string, next: number, isLast: boolean, tx: Tx) =>
      rows.updateOne(
        { _id: drawId },
        { $max: { settledChunks: next }, ...(isLast && { $set: { state: 'settled' } }) },
        { session: tx },
      ),

    markUnsettled: (drawId: string, tx: Tx) =>
      rows.updateOne({ _id: drawId }, { $set: { state: 'drawn' } }, { session: tx }),
  }
}
export type DrawStore = ReturnType<typeof createDrawStore>

/**
 * How a list is read beside the engine: so few documents are made of one answer that draws, which share the process, wait
 * some milliseconds at most, and a database that does not come to an end is not waited for.
 */
export const listReadOptions = { batchSize: 100, maxTimeMS: 5_000 }
