import { type Document, MongoClient } from 'mongodb'
import { expect } from 'vitest'

type Entry = { wallet: string; seq: bigint; amount: bigint; balAfter: bigint }

export type Rows = Awaited<ReturnType<typeof openRows>>

/** What the database itself holds, past every service. */
export async function openRows(uri: string) {
  const client = new MongoClient(uri, { useBigInt64: true })
  await client.connect()
  const rows = (db: string, name: string) => client.db(db).collection<Document & { _id: string }>(name)

  return {
    close: () => client.close(),

    /** Address of the instance that writes the ledger, or wrote it last. */
    async writerUrl(): Promise<string> {
      return String((await rows('accounts', 'ledger_lease').findOne())?.url)
    },

    /** All wallets and external accounts together hold nothing. */
    async expectConserved(): Promise<void> {
      let sum = 0n
      for await (const row of rows('accounts', 'wallets').find()) {
        sum += BigInt(row.balance)
      }
      for await (const row of rows('accounts', 'external_accounts').find()) sum += BigInt(row.balance)
      expect(sum).toBe(0n)
    },

    /** Wallets as they are stored. */
    wallets: (ids: readonly string[]) =>
      rows('accounts', 'wallets')
        .find({ _id: { $in: [...ids] } })
        .sort({ _id: 1 })
        .toArray(),

    /** Entries of each wallet are numbered without a gap, each balance follows from the one before, none is below 0. */
    async expectEntriesChain(): Promise<number> {
      const last = new Map<string, Entry>()
      const faults: string[] = []
      let count = 0
      for await (const row of rows('accounts', 'entries').find().sort({ _id: 1 })) {
        const [wallet = '', number = ''] = String(row._id).split('|')
        const entry = { wallet, seq: BigInt(number), amount: BigInt(row.amount), balAfter: BigInt(row.balAfter) }
        const before = last.get(wallet)
        if (entry.seq !== (before?.seq ?? 0n) + 1n) faults.push(`${row._id} does not follow ${before?.seq}`)
        if (entry.balAfter !== (before?.balAfter ?? 0n) + entry.amount) faults.push(`${row._id} does not add up`)
        last.set(wallet, entry)
        count += 1
      }
      const wallets = new Map((await rows('accounts', 'wallets').find().toArray()).map(row => [row._id, row]))
      for (const [wallet, { balAfter }] of last) {
        const balance = BigInt(wallets.get(wallet)?.balance ?? -1)
        if (balance !== balAfter) faults.push(`${wallet} holds ${balance}, its entries say ${balAfter}`)
      }
      expect(faults).toEqual([])
      return count
    },

    /** In the feed of the ledger all stakes of a draw stand before its close. @param closing by draw */
    async expectClosedAfter(closing: ReadonlyMap<string, number>): Promise<void> {
      const late: string[] = []
      for await (const { _id, drawId, seq } of rows('live', 'tickets').find()) {
        if (Number(seq) >= (closing.get(drawId) ?? 0)) late.push(String(_id))
      }
      expect(late).toEqual([])
    },

    /** How many ids that differ these tickets have, and how many there are. */
    async ticketIds(): Promise<string[]> {
      return (await rows('live', 'tickets').find().project({ _id: 1 }).toArray()).map(({ _id }) => String(_id))
    },
  }
}
