import {
  accountTreeFeed,
  type CollectionPlan,
  createClearings,
  createKeyStore,
  createLease,
  keyPlan,
  leasePlan,
  type Service,
  type ServiceParts,
  type startDatabaseClock,
} from '@cascade/service-kit'
import { createAccountCopy } from './betting/accounts'
import { busyPlans, createBusyStore } from './betting/busy-store'
import { betRoutes } from './betting/routes'
import { createTotalStore, totalPlans } from './betting/total-store'
import { startCatalogue } from './catalog/catalog'
import { changePlans, createChangeStore } from './catalog/change-store'
import { createGameCopy, gamesFeed } from './catalog/games'
import { catalogRoutes } from './catalog/routes'
import { createVersionStore } from './catalog/schedule'
import { createStopStore, stopPlans } from './catalog/stop-store'
import type { BaseDeps, LiveDeps } from './deps'
import { engineLease, engineLeaseMs, startEngine } from './drawing/engine'
import { createSeeds, createShownChains, createSigner, readDayChains } from './drawing/keys'
import { createHolder } from './drawing/leader'
import { showLive } from './drawing/metrics'
import { drawRoutes } from './drawing/routes'
import type { LiveEnv } from './env'
import { createLedgerClient } from './ledger/client'
import { asidePlans, createAsideStore } from './ledger/dead-letter-store'
import { createAside } from './ledger/dead-letters'
import { createJobStore, jobPlans } from './payout/job-store'
import { createDueStore, duePlans } from './payout/payable-store'
import { createPaymentStore, paymentPlans } from './payout/payment-store'
import { payoutRoutes } from './payout/routes'
import { clearingsFeed } from './projections/clearings'
import { choicePlans } from './projections/history'
import { createTicketLists, listPlans } from './projections/list-store'
import { startLiveFeed } from './projections/live-feed'
import { createPlayCursor, playFeed } from './projections/project-play'
import { viewRoutes } from './projections/routes'
import { chainPlans, createChainStore, type SavedResult } from './records/chain-store'
import { createDrawStore, drawPlans } from './records/draw-store'
import { createRecordStore, recordPlans } from './records/record-store'
import { recordRoutes } from './records/routes'
import { createTicketStore, ticketPlans } from './records/ticket-store'

export type LiveSettings = Pick<LiveEnv, 'LIVE_DAY_SEEDS_FILE' | 'LIVE_RECORD_JWK' | 'LIVE_LIABILITY_LIMIT'>

export const livePlans: readonly CollectionPlan[] = [
  ...ticketPlans,
  ...drawPlans,
  ...totalPlans,
  ...busyPlans,
  ...listPlans,
  ...recordPlans,
  ...chainPlans,
  ...jobPlans,
  ...duePlans,
  ...paymentPlans,
  ...stopPlans,
  ...asidePlans,
  leasePlan(engineLease),
  ...choicePlans,
  ...changePlans,
  keyPlan('result_keys'),
]

/**
 * svc-live as data: copies of accounts and games, the projection of the ledger, the engine, the calls.
 * @param startClock what draws go by: the database's clock, unless a test moves another one
 */
export const createLiveService = (
  settings: LiveSettings,
  startClock?: typeof startDatabaseClock,
): Service<LiveDeps> => ({
  domain: 'live',
  plans: livePlans,
  feeds: [accountTreeFeed('live'), gamesFeed, playFeed, clearingsFeed],
  async createDeps(parts) {
    const { bus, db, call, clock, instanceId, instanceUrl: url, logger, metrics } = parts
    const base = await createBase(parts, settings, startClock ? await startClock(db, logger) : clock)
    const lease = createLease(db, engineLease, {
      owner: instanceId,
      url,
      now: base.clock.now,
      leaseMs: engineLeaseMs,
      collection: engineLease,
    })
    const engine = startEngine(base, lease)
    const feed = startLiveFeed(base, { engine, publish: bus.broadcast, epoch: instanceId.slice(-12), logger })
    showLive(base, engine, metrics, settings.LIVE_LIABILITY_LIMIT)
    return { ...base, engine, feed, holder: createHolder({ engine, lease, call, url }) }
  },
  routes: [catalogRoutes, betRoutes, drawRoutes, recordRoutes, payoutRoutes, viewRoutes],
  background: ({ feed, engine, catalogue, clock }) => [feed, engine, catalogue, clock],
})

async function createBase(parts: ServiceParts, settings: LiveSettings, clock: BaseDeps['clock']): Promise<BaseDeps> {
  const { db, core, zone, call, logger, metrics } = parts
  const stores = createStores(db)
  const { LIVE_DAY_SEEDS_FILE: seedsFile, LIVE_RECORD_JWK } = settings
  const signer = createSigner(LIVE_RECORD_JWK)
  await stores.records.publishKey(signer.key)
  const seeds = createSeeds(() => readDayChains(seedsFile), zone)
  await stores.records.publishChains(seeds.published)
  metrics.gauge('seed_days_left', 'Days for which there are seeds of draws', {
    read: () => seeds.daysLeft(clock.now()),
  })
  const asideRows = createAsideStore(db, clock.now)
  const aside = createAside(asideRows, metrics, logger)
  return {
    ...core,
    ...stores,
    db,
    zone,
    logger,
    clock,
    catalogue: await startCatalogue(stores.games, stores.versions, logger),
    signer,
    seeds,
    shownChains: createShownChains({ draws: stores.draws, clock, seeds, zone }),
    aside,
    asideRows,
    ledger: createLedgerClient(call, { aside, logger, metrics }),
  }
}

/** What asks and writes this service's collections. */
export const createStores = (db: ServiceParts['db']) => ({
  accounts: createAccountCopy(db),
  busy: createBusyStore(db),
  chains: createChainStore(db),
  changes: createChangeStore(db),
  clearings: createClearings(db),
  draws: createDrawStore(db),
  dues: createDueStore(db),
  games: createGameCopy(db),
  jobs: createJobStore(db),
  lists: createTicketLists(db),
  payments: createPaymentStore(db),
  playSeq: createPlayCursor(db),
  records: createRecordStore(db),
  resultKeys: createKeyStore<SavedResult>(db, 'result_keys'),
  stops: createStopStore(db),
  tickets: createTicketStore(db),
  totals: createTotalStore(db),
  versions: createVersionStore(db),
})
