import type { Ancestry } from '@cascade/contracts/accounts'
import {
  busy,
  connectMongo,
  createLogger,
  createMetrics,
  ensureCollections,
  inTransaction,
  type Mongo,
  outboxCollections,
  startDatabaseClock,
} from '@cascade/service-kit'
import { v7 as uuidv7 } from 'uuid'
// The only cross-package import of a service: it measures the ledger module without HTTP.
import {
  createLedgerFeeds,
  issuerId,
  ledgerCollections,
  startLedger,
  verifyLedger,
} from '../../../../svc-accounts/src/ledger'

export { verifyLedger }

const actor = { id: 'bench', username: 'bench', role: 'superadmin' }
const walletRef = (walletId: string) => ({ walletId, username: 'bench', role: 'admin', ancestry: {} })

export type BenchLedger = Awaited<ReturnType<typeof openLedger>>

export async function openLedger(uri: string, { name, count }: { name: string; count: number }) {
  const mongo = await connectMongo(uri, `bench-${name}-${uuidv7().slice(-6)}`)
  const { client, db } = mongo
  await ensureCollections(db, [...outboxCollections, ...ledgerCollections])
  const wallets = Array.from({ length: count }, () => uuidv7())
  const ledger = await startBenchLedger(mongo)
  await inTransaction(client, tx =>
    ledger.openWallets(
      wallets.map(walletId => ({ walletId, status: 'active' as const, at: new Date(0) })),
      tx,
    ),
  )
  const transfer = async (from: string, to: string, amount: bigint, key: string = uuidv7()) => {
    const sides = { source: walletRef(from), destination: walletRef(to) }
    const kind = from === issuerId ? 'generated' : 'transfer'
    await ledger.transfer({ key, kind, amount, ...sides, actor, note: '', correlationId: 'bench' })
  }
  for (let at = 0; at < count; at += 500) {
    await Promise.all(wallets.slice(at, at + 500).map(id => transfer(issuerId, id, 1_000_000_000n)))
  }
  return {
    client,
    db,
    wallets,
    transfer,
    pair(): [string, string] {
      const from = Math.floor(Math.random() * count)
      const to = (from + 1 + Math.floor(Math.random() * (count - 1))) % count
      return [wallets[from] ?? '', wallets[to] ?? '']
    },
    /** The shared wallet that all callers debit, and a receiver per caller. */
    fromFirst: (caller: number): [string, string] => [wallets[0] ?? '', wallets[caller + 1] ?? ''],
    faults: async () => (await verifyLedger(client, db)).faults,
    async close() {
      await ledger.stop()
      await db.dropDatabase()
      await mongo.close()
    },
  }
}

/** A ledger that is alone on its database. */
const startBenchLedger = async ({ client, db }: Mongo) => {
  const logger = createLogger('bench', 'error')
  return startLedger({
    client,
    db,
    zone: 'UTC',
    offeringDayLimit: 10n ** 12n,
    approvalLimits: async () => ({}),
    writerId: 'bench',
    clock: await startDatabaseClock(db, logger),
    logger,
    metrics: createMetrics('svc-accounts'),
    feeds: createLedgerFeeds(db),
    onCommit: () => undefined,
    onStall: () => undefined,
    onDead: () => process.exit(1),
    instance: { id: uuidv7(), url: 'http://bench', call: () => Promise.reject(busy()) },
  })
}

type StoredAccount = { _id: string; username: string; role: string; ancestry: Ancestry }

/** Transfers 0.01 back and forth between two accounts of a suite whose svc-accounts is stopped. */
export async function pumpTransfers(mongo: Mongo, usernames: [string, string], count: number): Promise<void> {
  const accounts = mongo.db.collection<StoredAccount>('accounts')
  const [from, to] = await Promise.all(usernames.map(username => accounts.findOne({ username })))
  if (!from || !to) throw new Error('demo tree missing')
  const sides = [from, to].map(({ _id, username, role, ancestry }) => ({ walletId: _id, username, role, ancestry }))
  const ledger = await startBenchLedger(mongo)
  const sendOne = async (index: number) => {
    const [a, b] = index % 2 === 0 ? sides : [...sides].reverse()
    if (!a || !b) return
    const what = { key: uuidv7(), kind: 'transfer' as const, amount: 1n, note: '', correlationId: 'bench', actor }
    await ledger.transfer({ ...what, source: a, destination: b })
  }
  for (let done = 0; done < count; done += 500) {
    await Promise.all(Array.from({ length: 500 }, (_, index) => sendOne(index)))
  }
  await ledger.stop()
}
