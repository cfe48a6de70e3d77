import type { Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import type { Account } from '../accounts/account'
import { accountRowsOf, type StoredAccount } from '../accounts/account-store'
import { type Move, positionUpdate } from '../accounts/account-writes'

/** Largest subtree that moves in the same transaction; a larger one would block transfers for too long. */
const inlineMoveMax = 500
const idsPerReadMax = 100_000

export function createMoveStore(db: Db) {
  const moves: Collection<Move> = db.collection('moves')
  const accounts = accountRowsOf(db)
  const below = ({ _id, role }: Pick<Account, '_id' | 'role'>): Filter<StoredAccount> => ({
    [`ancestry.${role}`]: _id,
    deleted: false,
  })

  return {
    async isLarge(account: Pick<Account, '_id' | 'role'>): Promise<boolean> {
      return (await accounts.countDocuments(below(account), { limit: inlineMoveMax + 1 })) > inlineMoveMax
    },

    open: () => moves.find().toArray(),

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

    async updatePositions(move: Move, ids: readonly string[], tx: Tx): Promise<void> {
      // Read in the transaction, to conflict with a concurrent move of the same account.
      const root = await accounts.findOne({ _id: move._id, deleted: false }, { session: tx })
      if (!root) return
      const filter = { _id: { $in: [...ids] }, ...below(move) } as Filter<StoredAccount>
      await accounts.updateMany(filter, positionUpdate(root.ancestry), { session: tx })
    },

    /** Closes the move, unless the account has been moved again. */
    close: ({ _id, at }: Move) => moves.deleteOne({ _id, at }),
  }
}
