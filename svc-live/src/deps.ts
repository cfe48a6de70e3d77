import { createClearings, createHolderLease, type ServiceParts, startDatabaseClock } from '@cascade/service-kit'
import { createAside, createAsideStore } from './aside-store'
import { createAccountCopy } from './bets/accounts'
import { createBusyStore, createTotalStore } from './bets/total-store'
import { startCatalogue } from './draws/catalogue'
import { createChainStore } from './draws/chain-store'
import { createChangeStore } from './draws/change-store'
import { createDrawStore } from './draws/draw-store'
import { createGameCopy } from './draws/games'
import { createJobStore } from './draws/job-store'
import { createSeeds, createShownChains, createSigner, readDayChains } from './draws/keys'
import { createRecordStore } from './draws/record-store'
import { createVersionStore } from './draws/schedule'
import { createStopStore } from './draws/stop-store'
import { createTicketStore } from './draws/ticket-store'
import { type Engine, engineLease, startEngine } from './engine/engine'
import { createHandOver, type Holder } from './engine/holder'
import { showLive } from './engine/metrics'
import type { LiveEnv } from './env'
import { createLedgerClient } from './ledger-client'
import { createDueStore } from './payout/due-store'
import { createPaymentStore } from './payout/payment-store'
import { createListPages } from './views/list-store'
import { type LiveFeed, startLiveFeed } from './views/live-feed'
import { createPlayCursor } from './views/project-play'

export type LiveSettings = Pick<
  LiveEnv,
  'LIVE_DAY_SEEDS_FILE' | 'LIVE_SEED_SECRETS' | 'LIVE_RECORD_JWK' | 'LIVE_LIABILITY_LIMIT'
>
const seedsOf = (
  { LIVE_DAY_SEEDS_FILE: file, LIVE_SEED_SECRETS: old }: Pick<LiveEnv, 'LIVE_DAY_SEEDS_FILE' | 'LIVE_SEED_SECRETS'>,
  zone: string,
) => createSeeds(() => readDayChains(file), zone, old)

/** What every part of this service may use; draws go by the database's clock. */
async function createBase(parts: ServiceParts, settings: LiveSettings) {
  const { db, core, zone, call, logger, metrics } = parts
  const stores = createStores(parts)
  const clock = await startDatabaseClock(db, logger)
  const catalogue = await startCatalogue(stores.games, stores.versions, logger)
  const asideRows = createAsideStore(db, clock.now)
  const aside = createAside(asideRows, metrics, logger)
  const signer = createSigner(settings.LIVE_RECORD_JWK)
  await stores.records.publishKey(signer.key)
  const seeds = seedsOf(settings, zone)
  await stores.records.publishChains(seeds.published)
  metrics.gauge('seed_days_left', 'Days for which there are seeds of draws', {
    read: () => seeds.daysLeft(clock.now()),
  })
  return {
    ...{ ...core, ...stores, db, zone, clock, catalogue, signer },
    seeds,
    shownChains: createShownChains({ draws: stores.draws, clock, seeds, zone }),
    ...{ aside, asideRows, ledger: createLedgerClient(call, { aside, logger, metrics }) },
    playSeq: createPlayCursor(db),
    logger,
  }
}
export type BaseDeps = Awaited<ReturnType<typeof createBase>>

/** What a verb may use: all of that, and the engine wherever it runs. */
export type LiveDeps = BaseDeps & { engine: Engine; feed: LiveFeed; holder: Holder }

export async function createDeps(parts: ServiceParts, settings: LiveSettings): Promise<LiveDeps> {
  const { bus, db, call, instanceId, instanceUrl: url, logger, metrics } = parts
  const base = await createBase(parts, settings)
  const lease = createHolderLease(db, engineLease, { owner: instanceId, url }, base.clock.now)
  const engine = startEngine(base, lease)
  const feed = startLiveFeed(base, { engine, publish: bus.broadcast, epoch: instanceId.slice(-12), logger })
  const holder = createHandOver({ engine, lease, call, url })
  showLive({ deps: base, engine, metrics, liabilityLimit: settings.LIVE_LIABILITY_LIMIT })
  return { ...base, engine, feed, holder }
}

const createStores = ({ db }: Pick<ServiceParts, 'db'>) => ({
  accounts: createAccountCopy(db),
  clearings: createClearings(db),
  games: createGameCopy(db),
  draws: createDrawStore(db),
  tickets: createTicketStore(db),
  totals: createTotalStore(db),
  lists: createListPages(db),
  busy: createBusyStore(db),
  chains: createChainStore(db),
  changes: createChangeStore(db),
  versions: createVersionStore(db),
  records: createRecordStore(db),
  jobs: createJobStore(db),
  dues: createDueStore(db),
  payments: createPaymentStore(db),
  stops: createStopStore(db),
})
