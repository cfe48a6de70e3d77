import { type CollectionSpec, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { StaleAccount } from '../accounts/account'
import type { Window } from '../accounts/lists/windows'
import { type CashAccount, type CashEntry, linkTo, newCashAccount } from './cash-rules'

export const cashCollections: readonly CollectionSpec[] = [
  { name: 'cash_accounts', indexes: [{ key: { childId: 1 } }] },
  {
    name: 'cash_entries',
    indexes: [
      // Not unique: each entry is written with its account, whose number is compared. A duplicate would fail a whole batch
      // of the ledger, not only the payment that comes too late.
      { key: { pair: 1, seq: 1 } },
      // Days do not decrease along an account: the last entry of a day is one index entry.
      { key: { pair: 1, bizDate: 1, seq: 1 } },
    ],
  },
]

const formerMax = 20

export function createCashStore(db: Db) {
  const accounts: Collection<CashAccount> = db.collection('cash_accounts')
  const entries: Collection<CashEntry> = db.collection('cash_entries')

  const turns = new Map<string, Promise<unknown>>()

  /** Number of the last entry that matches, and the balance after it. */
  async function last(pair: string, bizDate: { $lt: string } | { $lte: string }) {
    const entry = await entries.findOne({ pair, bizDate }, { sort: { bizDate: -1, seq: -1 } })
    return { seq: Number(entry?.seq ?? 0), balance: entry?.balanceAfter ?? 0n }
  }

  return {
    /** Runs the works of an account one after the other: at once, their transactions would conflict and be repeated. */
    async inTurn<T>(pair: string, work: () => Promise<T>): Promise<T> {
      const turn = (turns.get(pair) ?? Promise.resolve()).then(work, work)
      turns.set(pair, turn)
      try {
        return await turn
      } finally {
        if (turns.get(pair) === turn) turns.delete(pair)
      }
    },

    async find(_id: string, tx?: Tx): Promise<CashEntry | undefined> {
      const entry = await entries.findOne({ _id }, tx && { session: tx })
      return entry ? toEntry(entry) : undefined
    },

    /** An account without entries is not stored. */
    async account(parentId: string, childId: string, tx?: Tx): Promise<CashAccount> {
      const account = newCashAccount(parentId, childId)
      const stored = await accounts.findOne({ _id: account._id }, tx && { session: tx })
      return stored ? { ...stored, seq: Number(stored.seq) } : account
    },

    /** The accounts of pairs, by child. */
    async accounts(pairs: readonly { parentId: string; userId: string }[], tx: Tx): Promise<Map<string, CashAccount>> {
      const empty = pairs.map(({ parentId, userId }) => newCashAccount(parentId, userId))
      const stored = await accounts.find({ _id: { $in: empty.map(({ _id }) => _id) } }, { session: tx }).toArray()
      const byId = new Map(stored.map(account => [account._id, { ...account, seq: Number(account.seq) }]))
      return new Map(empty.map(account => [account.childId, byId.get(account._id) ?? account]))
    },

    /** New entries of different accounts, read in this transaction: a concurrent change of one conflicts with it. */
    async addMany(pairs: readonly { entry: CashEntry; account: CashAccount }[], tx: Tx): Promise<void> {
      const writes = pairs.map(({ account: { _id, ...replacement } }) => ({
        replaceOne: { filter: { _id }, replacement, upsert: true },
      }))
      await accounts.bulkWrite(writes, { session: tx, ordered: false })
      await entries.insertMany(
        pairs.map(({ entry }) => entry),
        { session: tx },
      )
    },

    /** Accounts of a child, the one changed last first. */
    ofChild: (childId: string): Promise<CashAccount[]> =>
      accounts.find({ childId }).sort({ at: -1 }).limit(formerMax).toArray(),

    /** @throws StaleAccount if the account has changed since it was read, or the entry was reversed */
    async add(entry: CashEntry, after: CashAccount, tx: Tx): Promise<void> {
      const session = { session: tx }
      const { _id, seq } = after
      try {
        if (seq === 1) await accounts.insertOne(after, session)
        else if ((await accounts.replaceOne({ _id, seq: seq - 1 }, after, session)).matchedCount === 0)
          throw new StaleAccount()
        await entries.insertOne(entry, session)
      } catch (error) {
        throw isDuplicateKey(error) ? new StaleAccount() : error
      }
      if (!entry.reverses) return
      const unreversed = { _id: entry.reverses.cashId, reversedBy: { $exists: false } }
      const reversed = await entries.updateOne(unreversed, { $set: { reversedBy: linkTo(entry) } }, session)
      if (reversed.matchedCount === 0) throw new StaleAccount()
    },

    /** Entries of business days, newest first, with the balances before and after these days. */
    async page({ _id: pair, seq, balance }: CashAccount, { from, to }: { from?: string; to?: string }, window: Window) {
      const [before, until] = await Promise.all([
        from ? last(pair, { $lt: from }) : { seq: 0, balance: 0n },
        to ? last(pair, { $lte: to }) : { seq, balance },
      ])
      const newest = until.seq - window.skip
      const range = { $gt: Math.max(before.seq, newest - window.limit), $lte: newest }
      const rows = await entries.find({ pair, seq: range }).sort({ seq: -1 }).toArray()
      return {
        rows: rows.map(toEntry),
        total: until.seq - before.seq,
        opening: before.balance,
        closing: until.balance,
      }
    },
  }
}

const toEntry = (row: CashEntry): CashEntry => ({ ...row, seq: Number(row.seq) })
