import { Book, initModels, mongoTransaction } from 'medici'
import mongoose from 'mongoose'
import { v7 as uuidv7 } from 'uuid'

const start = 1_000_000_000
const batchSize = 5_000

/**
 * The peer of R4: medici in its own database, with the documented recipe for non-negative wallets (journal, balance and
 * write lock in one transaction). @param entries initial entries per wallet
 */
export async function openMedici(uri: string, { wallets: count, entries }: { wallets: number; entries: number }) {
  await mongoose.connect(uri, { dbName: `bench-medici-${uuidv7().slice(-6)}` })
  await initModels()
  const book = new Book('bench')
  const wallets = Array.from({ length: count }, (_, index) => `Accounts:${index}`)
  for (const wallet of wallets) await fill(wallet, entries)

  async function transfer(from: string, to: string, amount: number): Promise<void> {
    await mongoTransaction(async session => {
      await book.entry('Transfer').credit(to, amount).debit(from, amount).commit({ session })
      const { balance } = await book.balance({ account: from }, { session })
      if (balance < 0) throw new Error('medici: insufficient balance')
      await book.writelockAccounts([from], { session })
    })
  }

  return {
    transfer,
    pair(): [string, string] {
      const from = Math.floor(Math.random() * count)
      const to = (from + 1 + Math.floor(Math.random() * (count - 1))) % count
      return [wallets[from] ?? '', wallets[to] ?? '']
    },
    /** Sum of all entries, zero if consistent. */
    total: async () => (await book.balance({})).balance,
    async close() {
      await mongoose.connection.dropDatabase()
      await mongoose.disconnect()
    },
  }
}

/** Inserts balanced medici entries: one funds the wallet, the others have amount 0. */
async function fill(wallet: string, entries: number): Promise<void> {
  const rows = mongoose.connection.collection('medici_transactions')
  for (let at = 0; at < entries; at += batchSize) {
    const size = Math.min(batchSize, entries - at)
    const pairs = Array.from({ length: size }, (_, index) => pairOf(wallet, at + index === 0 ? start : 0))
    await rows.insertMany(pairs.flat())
  }
}

function pairOf(wallet: string, amount: number) {
  const _journal = new mongoose.Types.ObjectId()
  const at = new Date()
  const row = (accounts: string, sides: { credit: number; debit: number }) => ({
    ...sides,
    accounts,
    account_path: accounts.split(':'),
    book: 'bench',
    memo: 'Start',
    _journal,
    meta: {},
    datetime: at,
    timestamp: at,
  })
  return [row(wallet, { credit: amount, debit: 0 }), row('Assets:Start', { credit: 0, debit: amount })]
}
