import { connectMongo, createLogger, ensureCollections, outboxPlans } from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
// The one import of a room outside that room: the module is measured without HTTP, and only here.
import { checkBooks, issuerId, ledgerPlans, newWallet, startLedger } from '../../../../svc-accounts/src/ledger'

const actor = { id: 'bench', username: 'bench', role: 'superadmin' }
const party = (walletId: string) => ({ walletId, username: 'bench', role: 'admin', line: {} })

export type Books = Awaited<ReturnType<typeof openBooks>>

/** A database with `count` funded wallets and a ledger on it. */
export async function openBooks(uri: string, { name, count }: { name: string; count: number }) {
  const mongo = await connectMongo(uri, `bench-${name}-${uuidv7().slice(-6)}`)
  const { client, db } = mongo
  await ensureCollections(db, [...outboxPlans, ...ledgerPlans])
  const wallets = Array.from({ length: count }, () => uuidv7())
  await db.collection<{ _id: string }>('wallets').insertMany(wallets.map(id => newWallet(id, new Date(0))))
  const ledger = await startLedger({
    ...{ client, db, zone: 'UTC', laneName: 'bench', logger: createLogger('bench', 'error') },
    publisher: { poke: () => undefined },
    verifyEveryMs: 3_600_000,
  })
  const move = async (from: string, to: string, amount: bigint, key: string = uuidv7()) => {
    const parties = { from: party(from), to: party(to), actor, note: '', correlationId: 'bench' }
    await ledger.transfer({ key, kind: from === issuerId ? 'generated' : 'transfer', amount, ...parties })
  }
  for (let at = 0; at < count; at += 500) {
    await Promise.all(wallets.slice(at, at + 500).map(id => move(issuerId, id, 1_000_000_000n)))
  }
  return {
    client,
    db,
    wallets,
    move,
    /** Two different wallets at random. */
    pair(): [string, string] {
      const from = Math.floor(Math.random() * count)
      const to = (from + 1 + Math.floor(Math.random() * (count - 1))) % count
      return [wallets[from] ?? '', wallets[to] ?? '']
    },
    /** The one wallet that everybody debits, and a receiver for each caller. */
    fromFirst: (caller: number): [string, string] => [wallets[0] ?? '', wallets[caller + 1] ?? ''],
    faults: async () => (await checkBooks(client, db)).faults,
    async close() {
      await ledger.stop()
      await db.dropDatabase()
      await mongo.close()
    },
  }
}
