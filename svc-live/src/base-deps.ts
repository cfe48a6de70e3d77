import { type DrawsChanged, drawsChangedSubject } from '@cascade/contracts/live'
import { createClearings, createKeyStore, type ServiceContext } from '@cascade/service-kit'
import { createAccountCache } from './betting/accounts'
import { createBusyStore } from './betting/busy-store'
import { createTotalStore } from './betting/total-store'
import { startCatalog } from './catalog/catalog'
import { createChangeStore } from './catalog/change-store'
import { createGameReplica } from './catalog/games'
import { createStopStore } from './catalog/stop-store'
import { createVersionStore } from './catalog/version-store'
import { createPublicChains, createSeeds, createSigner, readDayChains } from './drawing/keys'
import type { LiveEnv } from './env'
import { createLedgerClient } from './ledger/client'
import { createDeadLetterStore } from './ledger/dead-letter-store'
import { createDeadLetters } from './ledger/dead-letters'
import { createPayableStore } from './payout/payable-store'
import { createPaymentStore } from './payout/payment-store'
import { createPayoutRunStore } from './payout/payout-run-store'
import { createTicketLists } from './projections/list-store'
import { createPlayCursor } from './projections/project-play'
import { type Correction, createChainStore, resultKeysName, type SavedResult } from './records/chain-store'
import { createDrawStore } from './records/draw-store'
import { createRecordStore } from './records/record-store'
import { createTicketStore } from './records/ticket-store'
import { createMaintenanceReplica } from './replicas/maintenance'

export type LiveSettings = Pick<LiveEnv, 'LIVE_DAY_SEEDS_FILE' | 'LIVE_RECORD_JWK' | 'LIVE_LIABILITY_LIMIT'>

/** What the engine works with: stores, clock, ledger and keys. */
export type BaseDeps = Awaited<ReturnType<typeof createBaseDeps>>

export async function createBaseDeps(parts: ServiceContext, settings: LiveSettings) {
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
  const announceDraws = (changed: DrawsChanged) => bus.broadcast(drawsChangedSubject, changed)
  const deadLetters = createDeadLetters(deadLetterStore, metrics, logger)
  return {
    ...core,
    ...stores,
    db,
    zone,
    logger,
    clock: { now: clock.now },
    /** Notifies the sockets of players which draws to read again. Best effort. */
    announceDraws,
    catalog: await startCatalog(stores, {
      logger,
      onPause: () => announceDraws([{ adminId: null, gameId: null }]),
    }),
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
  payoutRuns: createPayoutRunStore(db),
  lists: createTicketLists(db),
  maintenance: createMaintenanceReplica(db),
  payments: createPaymentStore(db),
  /** Sequence number of the last ledger posting in the projections. */
  playSeq: createPlayCursor(db),
  records: createRecordStore(db),
  resultKeys: createKeyStore<SavedResult>(db, resultKeysName),
  correctionKeys: createKeyStore<Correction>(db, resultKeysName),
  stops: createStopStore(db),
  tickets: createTicketStore(db),
  totals: createTotalStore(db),
  versions: createVersionStore(db),
})
