import { drawsChangedSubject } from '@cascade/contracts/live'
import {
  accountTreeFeed,
  type CollectionSpec,
  createClearings,
  createKeyStore,
  createLease,
  keyCollection,
  leaseCollection,
  type Service,
  type ServiceContext,
} from '@cascade/service-kit'
import { createAccountCache } from './betting/accounts'
import { busyCollections, createBusyStore } from './betting/busy-store'
import { betRoutes } from './betting/routes'
import { createTotalStore, totalCollections } from './betting/total-store'
import { startCatalog } from './catalog/catalog'
import { changeCollections, createChangeStore } from './catalog/change-store'
import { createGameReplica, gamesFeed } from './catalog/games'
import { catalogRoutes } from './catalog/routes'
import { createVersionStore } from './catalog/schedule'
import { createStopStore, stopCollections } from './catalog/stop-store'
import type { BaseDeps, LiveDeps } from './deps'
import { engineLease, engineLeaseMs, startEngine } from './drawing/engine'
import { createPublicChains, createSeeds, createSigner, readDayChains } from './drawing/keys'
import { createLeaderClient } from './drawing/leader'
import { registerMetrics } from './drawing/metrics'
import { drawRoutes } from './drawing/routes'
import type { LiveEnv } from './env'
import { createLedgerClient } from './ledger/client'
import { createDeadLetterStore, deadLetterCollections } from './ledger/dead-letter-store'
import { createDeadLetters } from './ledger/dead-letters'
import { createPayoutJobStore, payoutJobCollections } from './payout/job-store'
import { createPayableStore, payableCollections } from './payout/payable-store'
import { createPaymentStore, paymentCollections } from './payout/payment-store'
import { payoutRoutes } from './payout/routes'
import { clearingsFeed } from './projections/clearings'
import { accountSearchCollections } from './projections/history'
import { createTicketLists, listCollections } from './projections/list-store'
import { startLiveFeed } from './projections/live-feed'
import { createPlayCursor, playFeed } from './projections/project-play'
import { projectionRoutes } from './projections/routes'
import {
  type Correction,
  chainCollections,
  createChainStore,
  resultKeysName,
  type SavedResult,
} from './records/chain-store'
import { createDrawStore, drawCollections } from './records/draw-store'
import { createRecordStore, recordCollections } from './records/record-store'
import { recordRoutes } from './records/routes'
import { createTicketStore, ticketCollections } from './records/ticket-store'

export type LiveSettings = Pick<LiveEnv, 'LIVE_DAY_SEEDS_FILE' | 'LIVE_RECORD_JWK' | 'LIVE_LIABILITY_LIMIT'>

export const liveCollections: readonly CollectionSpec[] = [
  ...ticketCollections,
  ...drawCollections,
  ...totalCollections,
  ...busyCollections,
  ...listCollections,
  ...recordCollections,
  ...chainCollections,
  ...payoutJobCollections,
  ...payableCollections,
  ...paymentCollections,
  ...stopCollections,
  ...deadLetterCollections,
  leaseCollection(engineLease),
  ...accountSearchCollections,
  ...changeCollections,
  keyCollection(resultKeysName),
]

/** svc-live: replicas of accounts and games, projections, engine, routes. */
export const createLiveService = (settings: LiveSettings): Service<LiveDeps> => ({
  name: 'live',
  collections: liveCollections,
  feeds: [accountTreeFeed('live'), gamesFeed, playFeed, clearingsFeed],
  async createDeps(parts) {
    const { bus, db, call, clock, instanceId, instanceUrl: url, logger, metrics } = parts
    const base = await createBaseDeps(parts, settings)
    const lease = createLease(db, engineLease, {
      owner: instanceId,
      url,
      now: clock.now,
      leaseMs: engineLeaseMs,
      collection: engineLease,
    })
    const engine = startEngine(base, lease)
    const feed = startLiveFeed(base, { engine, publish: bus.broadcast, epoch: instanceId.slice(-12), logger })
    registerMetrics(base, engine, metrics, settings.LIVE_LIABILITY_LIMIT)
    return { ...base, engine, feed, leader: createLeaderClient({ engine, lease, call, url }) }
  },
  routes: [catalogRoutes, betRoutes, drawRoutes, recordRoutes, payoutRoutes, projectionRoutes],
  background: ({ feed, engine, catalog }) => [feed, engine, catalog],
})

async function createBaseDeps(parts: ServiceContext, settings: LiveSettings): Promise<BaseDeps> {
  const { bus, db, clock, core, zone, call, logger, metrics } = parts
  const stores = createStores(db)
  const { LIVE_DAY_SEEDS_FILE: seedsFile, LIVE_RECORD_JWK } = settings
  const signer = createSigner(LIVE_RECORD_JWK)
  await stores.records.publishKey(signer.key)
  const seeds = createSeeds(() => readDayChains(seedsFile), zone)
  await stores.records.publishChains(seeds.published)
  metrics.gauge('seed_days_left', 'Days left with draw seeds', {
    read: () => seeds.daysLeft(clock.now()),
  })
  const deadLetterStore = createDeadLetterStore(db, clock.now)
  const deadLetters = createDeadLetters(deadLetterStore, metrics, logger)
  return {
    ...core,
    ...stores,
    db,
    zone,
    logger,
    clock,
    announceDraws: changed => bus.broadcast(drawsChangedSubject, changed),
    catalog: await startCatalog(stores.games, stores.versions, logger),
    signer,
    seeds,
    publicChains: createPublicChains({ draws: stores.draws, clock, seeds, zone }),
    deadLetters,
    deadLetterStore,
    ledger: createLedgerClient(call, { deadLetters, logger, metrics }),
  }
}

export const createStores = (db: ServiceContext['db']) => ({
  accounts: createAccountCache(db),
  busy: createBusyStore(db),
  chains: createChainStore(db),
  changes: createChangeStore(db),
  clearings: createClearings(db),
  draws: createDrawStore(db),
  payables: createPayableStore(db),
  games: createGameReplica(db),
  jobs: createPayoutJobStore(db),
  lists: createTicketLists(db),
  payments: createPaymentStore(db),
  playSeq: createPlayCursor(db),
  records: createRecordStore(db),
  resultKeys: createKeyStore<SavedResult>(db, resultKeysName),
  correctionKeys: createKeyStore<Correction>(db, resultKeysName),
  stops: createStopStore(db),
  tickets: createTicketStore(db),
  totals: createTotalStore(db),
  versions: createVersionStore(db),
})
