import {
  busy,
  connectMongo,
  createMetrics,
  ensureCollections,
  type InternalClient,
  inTransaction,
  type Mongo,
  NoResponse,
  outboxCollections,
} from '@cascade/service-kit'
import { silentLogger } from '@cascade/service-kit/testing'
import { v7 as uuidv7 } from 'uuid'
import { inject } from 'vitest'
import { issuerId } from '../ids'
import { startLedger } from '../start-ledger'
import type { WriterOptions } from '../start-writer'
import { type WalletRow, walletsOf } from '../store/collections'
import { createLedgerFeeds } from '../store/feeds'
import type { Ledger } from '../types'
import { ledgerCollections } from '../verify/check-store'
import { verifyLedger } from '../verify/verify-feeds'
import { transferOf } from './requests'

export type LedgerWorld = Awaited<ReturnType<typeof createLedgerWorld>>
/** `id`: name of the instance, in its address too. */
type InstanceOptions = Partial<Omit<WriterOptions, 'client' | 'db' | 'instance'>> & { id?: string }

/** A clock that shows what `now` returns. */
export const clockOf = (now: () => number): WriterOptions['clock'] => ({ now, read: async () => now() })

/** A ledger on its own database, with further instances in this process. The first instance is the leader. */
export async function createLedgerWorld(first: InstanceOptions = {}, uri = inject('mongodbUri')) {
  const dbName = `ledger-${uuidv7().slice(-12)}`
  const mongo = await connectMongo(uri, dbName)
  await ensureCollections(mongo.db, [...outboxCollections, ...ledgerCollections])
  const ledgers: Ledger[] = []
  const others: Mongo[] = []
  /** Instances by address. */
  const reachable = new Map<string, Ledger>()

  /** In-process client between instances: an unknown address refuses the connection. */
  const call = (async (_, { url = '', body }) => {
    const ledger = reachable.get(url)
    if (!ledger) throw busy(1, 'SERVICE_AWAY', new NoResponse(undefined, false))
    const { batch } = body as { batch: string }
    return { outcomes: await ledger.commitForwarded(batch) }
  }) as InternalClient

  async function startOn(on: Mongo, { id = `instance-${ledgers.length}`, ...options }: InstanceOptions) {
    const url = `http://${id}`
    const ledger = await startLedger({
      client: on.client,
      db: on.db,
      zone: 'UTC',
      offeringDayLimit: 10n ** 12n,
      approvalLimits: async () => ({}),
      writerId: id,
      clock: clockOf(Date.now),
      logger: silentLogger,
      metrics: createMetrics('svc-accounts'),
      feeds: createLedgerFeeds(on.db),
      onCommit: () => undefined,
      onStall: () => undefined,
      onDead: () => undefined,
      instance: { id, url, call },
      ...options,
    })
    ledgers.push(ledger)
    reachable.set(url, ledger)
    return ledger
  }
  let leader = await startOn(mongo, first)
  let leaderMongo = mongo

  return {
    mongo,
    db: mongo.db,
    uri,
    dbName,
    reachable,
    /** The first instance, or the one of the last restart. */
    get ledger() {
      return leader
    },
    /** Replaces the leader by a new instance, which has read nothing yet. */
    async restart(options: InstanceOptions = {}, on: Mongo = mongo) {
      await leader.stop()
      if (on !== mongo) others.push(on)
      leader = await startOn(on, options)
      leaderMongo = on
      return leader
    },
    /** Stops all instances: whoever starts next, in any process, is the leader. */
    stopAll: () => Promise.all(ledgers.map(started => started.stop())),
    /** Starts another instance, which forwards to the leader. */
    async startAnother(options: InstanceOptions = {}) {
      const other = await connectMongo(uri, dbName)
      others.push(other)
      return startOn(other, options)
    },
    /** Opens a wallet and issues `balance` hundredths to it. */
    async wallet(balance = 0n): Promise<string> {
      const id = uuidv7()
      await inTransaction(leaderMongo.client, tx =>
        leader.openWallets([{ walletId: id, status: 'active', at: new Date(0) }], tx),
      )
      if (balance > 0n) {
        await leader.transfer(transferOf({ from: issuerId, to: id, amount: balance, kind: 'generated' }))
      }
      return id
    },
    walletRow: async (id: string): Promise<WalletRow | null> => walletsOf(mongo.db).findOne({ _id: id }),
    async balance(id: string) {
      return (await leader.balances([id])).get(id)
    },
    faults: async () => (await verifyLedger(mongo.client, mongo.db)).faults,
    async close() {
      await Promise.all(ledgers.map(started => started.stop()))
      await mongo.db.dropDatabase()
      await Promise.all([mongo, ...others].map(one => one.close()))
    },
  }
}
