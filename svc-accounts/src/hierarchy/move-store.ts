import type { Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Account } from '../accounts/account'
import { accountRowsOf, type StoredAccount } from '../accounts/account-store'
import { type Move, positionUpdate } from '../accounts/account-writes'

/** So many follow in the transaction that moves the account above them; more would hold up everybody's transfers. */
const inlineMoveMax = 500
/** Ids that are read together; the rest has its turn afterwards. */
const idsPerReadMax = 100_000

/** Which subtrees are on their way to another place. */
export function createMoveStore(db: Db) {
  const moves: Collection<Move> = db.collection('moves')
  const accounts = accountRowsOf(db)
  const below = ({ _id, role }: Pick<Account, '_id' | 'role'>): Filter<StoredAccount> => ({
    [`ancestry.${role}`]: _id,
    deleted: false,
  })

  return {
    /** Whether more accounts stand below this one than can follow it at once. */
    async isLarge(account: Pick<Account, '_id' | 'role'>): Promise<boolean> {
      return (await accounts.countDocuments(below(account), { limit: inlineMoveMax + 1 })) > inlineMoveMax
    },

    open: () => moves.find().toArray(),

    /** Those below that do not stand where the account above them stands now. */
    async findMisplaced(move: Move): Promise<string[]> {
      const root = await accounts.findOne({ _id: move._id, deleted: false })
      const otherPositions = Object.entries(root?.ancestry ?? {}).map(([role, id]) => ({
        [`ancestry.${role}`]: { $ne: id },
      }))
      if (otherPositions.length === 0) return []
      const found = accounts.find({ ...below(move), $or: otherPositions } as Filter<StoredAccount>, {
        batchSize: 10_000,
      })
      return (await found.limit(idsPerReadMax).project<{ _id: string }>({ _id: 1 }).toArray()).map(row => row._id)
    },

    /** Brings some of them where the account above them stands: each is here or there, whole. */
    async updatePositions(move: Move, ids: readonly string[], tx: Tx): Promise<void> {
      // Read in the transaction: another move of the same account meanwhile changes these rows as well, or comes later.
      const root = await accounts.findOne({ _id: move._id, deleted: false }, { session: tx })
      if (!root) return
      const filter = { _id: { $in: [...ids] }, ...below(move) } as Filter<StoredAccount>
      await accounts.updateMany(filter, positionUpdate(root.ancestry), { session: tx })
    },

    /** Done, unless the same account has been moved once more. */
    close: ({ _id, at }: Move) => moves.deleteOne({ _id, at }),
  }
}
