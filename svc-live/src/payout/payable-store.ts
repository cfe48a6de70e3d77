import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db, UpdateFilter } from 'mongodb'
import type { Offering } from '../catalog/offering'
import { payableOf, type Ticket } from '../records/ticket'
import type { Correction } from './payout-run-store'

/** An unclaimed win, or a debt left by a correction. In hundredths. */
type PayableRow = Offering & { _id: string; playerId: string; amount: bigint }
export type UnclaimedRow = PayableRow & {
  /** When it is claimed automatically; absent once the ledger has rejected that for good. */
  dueAt?: Date
  /** Earliest retry after a partial or rejected claim. */
  againAt?: Date
  claimId?: string
}
/** `correction` caused the debt; absent if the claim was projected after the correction. */
export type DebtRow = PayableRow & { recoveryId?: string; correction?: Correction }

const long = { bsonType: 'long' }
const validator = { $jsonSchema: { required: ['amount', 'playerId'], properties: { amount: long } } }

export const payableCollections: readonly CollectionSpec[] = [
  { name: 'unclaimed_wins', validator, indexes: [{ key: { playerId: 1 } }, { key: { dueAt: 1 } }] },
  { name: 'debts', validator, indexes: [{ key: { playerId: 1 } }] },
]

type PayableTicket = Pick<Ticket, '_id' | 'adminId' | 'gameId' | 'playerId' | 'win' | 'claimed'>

export type PayableStore = ReturnType<typeof createPayableStore>

export function createPayableStore(db: Db) {
  const unclaimed: Collection<UnclaimedRow> = db.collection('unclaimed_wins')
  const debts: Collection<DebtRow> = db.collection('debts')
  return {
    async insertWins(tickets: readonly PayableTicket[], dueAt: Date, tx: Tx): Promise<void> {
      const wins = tickets.map(({ _id, adminId, gameId, playerId, win }) => {
        return { _id, amount: win, adminId, gameId, playerId, dueAt }
      })
      if (wins.length > 0) await unclaimed.insertMany(wins, { session: tx, ordered: false })
    },

    /**
     * Updates unclaimed wins and debts from `win` and `claimed` of these tickets.
     * @param dueAt automatic claim of a win, unless already set
     * @param correction cause of the debts
     */
    async sync(tickets: readonly PayableTicket[], dueAt: Date, tx: Tx, correction?: Correction): Promise<void> {
      const wins: AnyBulkWriteOperation<UnclaimedRow>[] = []
      const debtWrites: AnyBulkWriteOperation<DebtRow>[] = []
      for (const ticket of tickets) {
        const { _id, adminId, gameId, playerId } = ticket
        const { unclaimed: amount, debt } = payableOf(ticket)
        const owner = { adminId, gameId, playerId }
        const debtRow = { amount: debt, ...owner, ...(correction && { correction }) }
        if (amount > 0n) {
          const update = { $set: { amount, ...owner }, $setOnInsert: { dueAt } }
          wins.push({ updateOne: { filter: { _id }, update, upsert: true } })
          wins.push({ updateOne: { filter: { _id, dueAt: { $exists: false } }, update: { $set: { dueAt } } } })
        } else {
          // A claim in progress keeps its row, so that no second claim begins.
          wins.push({ updateOne: { filter: { _id, claimId: { $exists: true } }, update: { $set: { amount } } } })
          wins.push({ deleteOne: { filter: { _id, claimId: { $exists: false } } } })
        }
        debtWrites.push(
          debt > 0n
            ? { updateOne: { filter: { _id }, update: { $set: debtRow }, upsert: true } }
            : { deleteOne: { filter: { _id } } },
        )
      }
      if (tickets.length === 0) return
      await unclaimed.bulkWrite(wins, { session: tx, ordered: false })
      await debts.bulkWrite(debtWrites, { session: tx, ordered: false })
    },

    /** A player's wins without a claim in progress, optionally of some tickets only. */
    findClaimable(playerId: string, ticketIds: readonly string[] | undefined, limit: number, tx: Tx) {
      const filter = { playerId, claimId: { $exists: false }, ...(ticketIds && { _id: { $in: [...ticketIds] } }) }
      return unclaimed.find(filter, { session: tx }).limit(limit).toArray()
    },

    /** A player's wins without a claim in progress: those of a day at most, as older ones claim themselves. */
    listUnclaimed: (playerId: string) => unclaimed.find({ playerId, claimId: { $exists: false } }).toArray(),

    /** A player's unclaimed wins without those of `except`, in hundredths. */
    async sumUnclaimed(playerId: string, except: readonly string[]): Promise<bigint> {
      const sums = { _id: null, amount: { $sum: '$amount' } }
      const [found] = await unclaimed
        .aggregate<{ amount: bigint | number }>([
          { $match: { playerId, _id: { $nin: [...except] } } },
          { $group: sums },
        ])
        .toArray()
      return BigInt(found?.amount ?? 0)
    },

    async sumDebts(playerId: string): Promise<bigint> {
      const found = await debts.find({ playerId }).toArray()
      return found.reduce((sum, { amount }) => sum + amount, 0n)
    },

    listDebts: (playerId: string, tx?: Tx) => debts.find({ playerId }, { session: tx }).toArray(),

    findDebtsOn: (ticketIds: readonly string[], tx: Tx) =>
      debts.find({ _id: { $in: [...ticketIds] }, recoveryId: { $exists: false } }, { session: tx }).toArray(),

    findOverdue: (now: Date, limit: number) =>
      unclaimed
        .find({ dueAt: { $lte: now }, claimId: { $exists: false }, againAt: { $not: { $gt: now } } })
        .limit(limit)
        .toArray(),

    async findOldestOverdue(now: Date): Promise<Date | undefined> {
      const findOverdue = unclaimed.find({ dueAt: { $lte: now } }).sort({ dueAt: 1 })
      const [found] = await findOverdue.limit(1).toArray()
      return found?.dueAt
    },

    /** @returns false when one of them is already being claimed */
    async markClaiming(ids: readonly string[], claimId: string, tx: Tx): Promise<boolean> {
      const filter = { _id: { $in: [...ids] }, claimId: { $exists: false } }
      const { matchedCount } = await unclaimed.updateMany(filter, { $set: { claimId } }, { session: tx })
      return matchedCount === ids.length
    },

    /**
     * Ends a claim: fully claimed wins are deleted, the others may be claimed again.
     * @param againAt earliest automatic retry; `never` when the ledger has rejected it for good
     */
    async releaseClaim(claimId: string, ids: readonly string[], againAt: Date | 'never', tx: Tx) {
      const filter = { _id: { $in: [...ids] }, claimId }
      await unclaimed.deleteMany({ ...filter, amount: 0n }, { session: tx })
      const update: UpdateFilter<UnclaimedRow> =
        againAt === 'never' ? { $unset: { claimId: '', dueAt: '' } } : { $unset: { claimId: '' }, $set: { againAt } }
      await unclaimed.updateMany(filter, update, { session: tx })
    },

    async markRecovering(id: string, recoveryId: string, tx: Tx): Promise<boolean> {
      const filter = { _id: id, recoveryId: { $exists: false } }
      const { matchedCount } = await debts.updateOne(filter, { $set: { recoveryId } }, { session: tx })
      return matchedCount === 1
    },

    async releaseRecovery(recoveryId: string, id: string, tx: Tx): Promise<void> {
      await debts.updateOne({ _id: id, recoveryId }, { $unset: { recoveryId: '' } }, { session: tx })
    },
  }
}

/** A win claims itself after this long. */
export const autoClaimMs = 24 * 3_600_000
