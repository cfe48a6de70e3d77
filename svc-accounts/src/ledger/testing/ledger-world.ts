import { connectMongo, ensureCollections, inTransaction, type Mongo, outboxPlans } from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { issuerId } from '../ids'
import { type LedgerOptions, startLedger } from '../start-ledger'
import { type WalletRow, walletsOf } from '../store/collections'
import type { Ledger } from '../types'
import { ledgerPlans } from '../verify/check-store'
import { verifyLedger } from '../verify/verify-feeds'
import { transferOf } from './requests'

export type LedgerWorld = Awaited<ReturnType<typeof createLedgerWorld>>

export async function createLedgerWorld(uri: string, now?: () => number) {
  const dbName = `ledger-${uuidv7().slice(-12)}`
  const mongo = await connectMongo(uri, dbName)
  await ensureCollections(mongo.db, [...outboxPlans, ...ledgerPlans])
  const ledgers: Ledger[] = []
  const others: Mongo[] = []
  const startOn = async (on: Mongo, options: Partial<LedgerOptions> = {}) => {
    const ledger = await startLedger({
      client: on.client,
      db: on.db,
      zone: 'UTC',
      offeringDayLimit: 10n ** 12n,
      writerId: `writer-${ledgers.length}`,
      logger: silentLogger,
      onCommit: () => undefined,
      verifyEveryMs: 3_600_000,
      ...(now ? { now } : {}),
      ...options,
    })
    ledgers.push(ledger)
    return ledger
  }
  const ledger = await startOn(mongo)

  return {
    mongo,
    db: mongo.db,
    uri,
    dbName,
    ledger,
    /** Starts another instance on this connection, which is closed with the world. */
    startOn(on: Mongo, options: Partial<LedgerOptions> = {}) {
      others.push(on)
      return startOn(on, options)
    },
    async startAnother(options: Partial<LedgerOptions> = {}) {
      const other = await connectMongo(uri, dbName)
      others.push(other)
      return startOn(other, options)
    },
    /** Opens a wallet and issues `balance` hundredths to it. */
    async wallet(balance = 0n): Promise<string> {
      const id = uuidv7()
      await inTransaction(mongo.client, tx =>
        ledger.openWallets([{ walletId: id, status: 'active', at: new Date(0) }], tx),
      )
      if (balance > 0n) {
        await ledger.transfer(transferOf({ from: issuerId, to: id, amount: balance, kind: 'generated' }))
      }
      return id
    },
    walletRow: async (id: string): Promise<WalletRow | null> => walletsOf(mongo.db).findOne({ _id: id }),
    async balance(id: string) {
      return (await ledger.balances([id])).get(id)
    },
    faults: async () => (await verifyLedger(mongo.client, mongo.db)).faults,
    async close() {
      await Promise.all(ledgers.map(started => started.stop()))
      await mongo.db.dropDatabase()
      await Promise.all([mongo, ...others].map(one => one.close()))
    },
  }
}
