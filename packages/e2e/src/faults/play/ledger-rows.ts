import { type Document, MongoClient } from 'mongodb'
import { expect } from 'vitest'

type Entry = { wallet: string; seq: bigint; amount: bigint; balAfter: bigint }

export type Rows = Awaited<ReturnType<typeof openRows>>

/** Direct database reads that bypass the services. */
export async function openRows(uri: string) {
  const client = new MongoClient(uri, { useBigInt64: true })
  await client.connect()
  const rows = (db: string, name: string) => client.db(db).collection<Document & { _id: string }>(name)

  return {
    close: () => client.close(),

    async writerUrl(): Promise<string> {
      return String((await rows('accounts', 'ledger_lease').findOne())?.url)
    },

    async expectConserved(): Promise<void> {
      let sum = 0n
      for await (const row of rows('accounts', 'wallets').find()) {
        sum += BigInt(row.balance)
      }
      for await (const row of rows('accounts', 'external_accounts').find()) sum += BigInt(row.balance)
      expect(sum).toBe(0n)
    },

    wallets: (ids: readonly string[]) =>
      rows('accounts', 'wallets')
        .find({ _id: { $in: [...ids] } })
        .sort({ _id: 1 })
        .toArray(),

    /** Per wallet: entry numbers without gaps, consistent balances. @returns the number of entries */
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

    /** Expects all stakes of a draw before its close in the ledger feed. @param closing sequence number by draw */
    async expectClosedAfter(closing: ReadonlyMap<string, number>): Promise<void> {
      const late: string[] = []
      for await (const { _id, drawId, seq } of rows('live', 'tickets').find()) {
        if (Number(seq) >= (closing.get(drawId) ?? 0)) late.push(String(_id))
      }
      expect(late).toEqual([])
    },

    async ticketIds(): Promise<string[]> {
      return (await rows('live', 'tickets').find().project({ _id: 1 }).toArray()).map(({ _id }) => String(_id))
    },
  }
}
