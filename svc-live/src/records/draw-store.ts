import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { Offering } from '../catalog/offering'

/** `open`: no result; `drawn`: payout in progress; `settled`: all wins booked. */
type DrawState = 'open' | 'drawn' | 'settled'

/** A draw with bets; one without has a record only. Amounts are hundredths. */
export type DrawRow = Offering & {
  _id: string
  drawAt: Date
  gameVersion: number
  seedKeyId: string
  stakes: Record<string, bigint>
  stake: bigint
  /** Void ones included. */
  tickets: number
  /** Absent before the first void. */
  voidTickets?: number
  /** Sequence number of the closing in the ledger's feed: all stakes precede it. Null until then. */
  closedSeq: number | null
  /** Figures at the closing, which decide the draw. Absent before it, and if the closing carried none. */
  frozen?: FrozenFigures
  /** Roots of full blocks of tickets, by block number: see `ticket-tree.ts`. */
  blocks?: Record<string, string>
  state: DrawState
  settledAmount: bigint
  settledChunks: number
}

/** Amounts are hundredths. */
export type FrozenFigures = {
  gameVersion: number
  winpercentage: string
  percentageVersion: number
  /** Pool balance minus unpaid wins of earlier draws. */
  balance: bigint
  /**
   * Sum of the offering's wins at closing. A draw before this one that is drawn later reduces the budget by the
   * difference.
   */
  paidOut: bigint
}

/** Without stakes, which are many for a game with a thousand options. */
export type OpenDrawRow = Omit<DrawRow, 'stakes' | 'blocks'>
const findWithoutStakes = { projection: { stakes: 0, blocks: 0 } }

const long = { bsonType: 'long' }

export const drawCollections: readonly CollectionSpec[] = [
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

type Growing = '_id' | 'drawAt' | 'gameVersion' | 'seedKeyId' | 'stakes' | 'stake' | 'tickets'
export type DrawGrowth = Offering & Pick<DrawRow, Growing>
export type DrawLoss = Pick<DrawRow, '_id' | 'stakes' | 'stake' | 'tickets'>

export function createDrawStore(db: Db) {
  const rows: Collection<DrawRow> = db.collection('draws')
  return {
    find: (drawId: string, tx?: Tx) => rows.findOne({ _id: drawId }, { session: tx }),

    findByIds: (ids: readonly string[], tx?: Tx) => rows.find({ _id: { $in: [...ids] } }, { session: tx }).toArray(),

    findWithoutStakes: (ids: readonly string[], tx: Tx): Promise<OpenDrawRow[]> =>
      rows.find({ _id: { $in: [...ids] } }, { ...findWithoutStakes, session: tx }).toArray(),

    /** State of these draws; those without bets are left out. */
    readStates: (ids: readonly string[]) =>
      rows
        .find({ _id: { $in: [...ids] } }, listReadOptions)
        .project<Pick<DrawRow, '_id' | 'state' | 'gameVersion' | 'closedSeq' | 'settledChunks'>>({
          ...{ state: 1, gameVersion: 1, closedSeq: 1, settledChunks: 1 },
        })
        .toArray(),

    /** Draws whose wins are not all booked: those of a few days, unless one is stuck. */
    listUnsettled: () =>
      rows
        .find({ state: { $in: ['open', 'drawn'] } })
        .project<Pick<DrawRow, '_id' | 'settledChunks'>>({ settledChunks: 1 })
        .toArray(),

    async listOpen(): Promise<OpenDrawRow[]> {
      const found = await rows.find({ state: 'open' }, findWithoutStakes).toArray()
      return found.sort((a, b) => a.drawAt.getTime() - b.drawAt.getTime())
    },

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

    /** Takes returned stakes out of a draw; only legs with a stake remain. @returns number of its tickets */
    async subtractVoids({ _id, stakes, stake, tickets }: DrawLoss, tx: Tx): Promise<number> {
      const row = await rows.findOne({ _id }, { session: tx })
      if (!row) throw new Error(`no draw ${_id}`)
      const left = Object.entries(row.stakes).map(([leg, sum]): [string, bigint] => [leg, sum - (stakes[leg] ?? 0n)])
      const $set = {
        stakes: Object.fromEntries(left.filter(([, sum]) => sum > 0n)),
        stake: row.stake - stake,
        voidTickets: (row.voidTickets ?? 0) + tickets,
      }
      await rows.updateOne({ _id }, { $set }, { session: tx })
      return row.tickets
    },

    /** Records the closing of a draw. A draw without stakes has no row. */
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

    /** @throws Error unless all of them are closed and without a result */
    async markDrawn(drawIds: readonly string[], tx: Tx): Promise<void> {
      if (drawIds.length === 0) return
      const filter = { _id: { $in: [...drawIds] }, state: 'open' as const, closedSeq: { $ne: null } }
      const { matchedCount } = await rows.updateMany(filter, { $set: { state: 'drawn' } }, { session: tx })
      if (matchedCount !== drawIds.length) throw new Error('draw already drawn')
    },

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
 * Options for list queries next to the engine: small batches, so that decoding delays draws by milliseconds at most,
 * and a time limit.
 */
export const listReadOptions = { batchSize: 100, maxTimeMS: 5_000 }
