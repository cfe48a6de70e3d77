import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import type { Correction } from '../draws/job-store'
import { dueOf, type Ticket } from '../draws/ticket'
import type { Pair } from '../pair'

/** A win that is not in the wallet, or a debt that a correction left. In hundredths. */
type DueRow = Pair & { _id: string; playerId: string; amount: bigint }
export type UnclaimedRow = DueRow & {
  /** When it is claimed for the player; absent once the ledger has refused that for good. */
  dueAt?: Date
  /** The claim that is taking it; it is left alone until that has ended. */
  claimId?: string
}
/** `correction` is the one that left it; absent on rows that are older than this field. */
export type DebtRow = DueRow & { recoveryId?: string; correction?: Correction }

const long = { bsonType: 'long' }
const validator = { $jsonSchema: { required: ['amount', 'playerId'], properties: { amount: long } } }

export const duePlans: readonly CollectionPlan[] = [
  { name: 'unclaimed_wins', validator, indexes: [{ key: { playerId: 1 } }, { key: { dueAt: 1 } }] },
  { name: 'debts', validator, indexes: [{ key: { playerId: 1 } }] },
]

type DueTicket = Pick<Ticket, '_id' | 'adminId' | 'gameId' | 'playerId' | 'win' | 'claimed'>

export type DueStore = ReturnType<typeof createDueStore>

export function createDueStore(db: Db) {
  const unclaimed: Collection<UnclaimedRow> = db.collection('unclaimed_wins')
  const debts: Collection<DebtRow> = db.collection('debts')
  return {
    /** Wins that are new, of which nothing is claimed. */
    async begin(tickets: readonly DueTicket[], dueAt: Date, tx: Tx): Promise<void> {
      const wins = tickets.map(({ _id, adminId, gameId, playerId, win }) => {
        return { _id, amount: win, adminId, gameId, playerId, dueAt }
      })
      if (wins.length > 0) await unclaimed.insertMany(wins, { session: tx, ordered: false })
    },

    /**
     * Brings unclaimed wins and debts in line with win and claimed of these tickets.
     * @param dueAt when a win that is new is claimed for its player
     * @param correction what the debts are left by
     */
    async put(tickets: readonly DueTicket[], dueAt: Date, tx: Tx, correction?: Correction): Promise<void> {
      const wins: AnyBulkWriteOperation<UnclaimedRow>[] = []
      const owing: AnyBulkWriteOperation<DebtRow>[] = []
      for (const ticket of tickets) {
        const { _id, adminId, gameId, playerId } = ticket
        const { unclaimed: amount, owed } = dueOf(ticket)
        const who = { adminId, gameId, playerId }
        const debt = { amount: owed, ...who, ...(correction && { correction }) }
        if (amount > 0n) {
          const update = { $set: { amount, ...who }, $setOnInsert: { dueAt } }
          wins.push({ updateOne: { filter: { _id }, update, upsert: true } })
        } else {
          // A claim on its way keeps its row, so that nobody begins a second one meanwhile.
          wins.push({ updateOne: { filter: { _id, claimId: { $exists: true } }, update: { $set: { amount } } } })
          wins.push({ deleteOne: { filter: { _id, claimId: { $exists: false } } } })
        }
        owing.push(
          owed > 0n
            ? { updateOne: { filter: { _id }, update: { $set: debt }, upsert: true } }
            : { deleteOne: { filter: { _id } } },
        )
      }
      if (tickets.length === 0) return
      await unclaimed.bulkWrite(wins, { session: tx, ordered: false })
      await debts.bulkWrite(owing, { session: tx, ordered: false })
    },

    /** Wins of a player that no claim is taking, those of some tickets or any. */
    claimableOf(playerId: string, ticketIds: readonly string[] | undefined, limit: number, tx: Tx) {
      const filter = { playerId, claimId: { $exists: false }, ...(ticketIds && { _id: { $in: [...ticketIds] } }) }
      return unclaimed.find(filter, { session: tx }).limit(limit).toArray()
    },

    /** All wins of a player that no claim has taken: those of a day, as then each is claimed by itself. */
    unclaimedOf: (playerId: string) => unclaimed.find({ playerId, claimId: { $exists: false } }).toArray(),

    /** What a player has won and not got, without these tickets. Hundredths. */
    async unclaimedSum(playerId: string, except: readonly string[]): Promise<bigint> {
      const sums = { _id: null, amount: { $sum: '$amount' } }
      const [found] = await unclaimed
        .aggregate<{ amount: bigint | number }>([
          { $match: { playerId, _id: { $nin: [...except] } } },
          { $group: sums },
        ])
        .toArray()
      return BigInt(found?.amount ?? 0)
    },

    /** What a player owes, in hundredths. */
    async owedSum(playerId: string): Promise<bigint> {
      const found = await debts.find({ playerId }).toArray()
      return found.reduce((sum, { amount }) => sum + amount, 0n)
    },

    debtsOf: (playerId: string, tx?: Tx) => debts.find({ playerId }, { session: tx }).toArray(),

    /** Debts on these tickets that nobody is taking back now. */
    debtsOn: (ticketIds: readonly string[], tx: Tx) =>
      debts.find({ _id: { $in: [...ticketIds] }, recoveryId: { $exists: false } }, { session: tx }).toArray(),

    /** Some of the wins that have waited long enough and that no claim is taking. */
    overdue: (now: Date, limit: number) =>
      unclaimed
        .find({ dueAt: { $lte: now }, claimId: { $exists: false } })
        .limit(limit)
        .toArray(),

    /** @returns false when one of them is being taken already. */
    async markClaiming(ids: readonly string[], claimId: string, tx: Tx): Promise<boolean> {
      const filter = { _id: { $in: [...ids] }, claimId: { $exists: false } }
      const { matchedCount } = await unclaimed.updateMany(filter, { $set: { claimId } }, { session: tx })
      return matchedCount === ids.length
    },

    /**
     * The claim has ended; a win of which nothing is left goes, what is left of these wins may be claimed again.
     * @param dueAt when it is claimed for the player; as before when absent
     */
    async releaseClaim(claimId: string, ids: readonly string[], dueAt: Date | 'never' | undefined, tx: Tx) {
      const update = {
        $unset: { claimId: '' as const, ...(dueAt === 'never' && { dueAt: '' as const }) },
        ...(dueAt && dueAt !== 'never' && { $set: { dueAt } }),
      }
      const filter = { _id: { $in: [...ids] }, claimId }
      await unclaimed.deleteMany({ ...filter, amount: 0n }, { session: tx })
      await unclaimed.updateMany(filter, update, { session: tx })
    },

    /** Whether one of these wins, with the hundredths that a claim says, is another by now. */
    async haveChanged(tickets: readonly (readonly [string, string])[], tx: Tx): Promise<boolean> {
      const ids = tickets.map(([ticketId]) => ticketId)
      const found = await unclaimed.find({ _id: { $in: ids } }, { session: tx }).toArray()
      const amounts = new Map(found.map(({ _id, amount }) => [_id, String(amount)]))
      return tickets.some(([ticketId, amount]) => amounts.get(ticketId) !== amount)
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

/** After this long a win is claimed for its player. */
export const autoClaimMs = 24 * 3_600_000
