import { accountTreeFeed, type CollectionPlan, holderLeasePlan, type Service } from '@cascade/service-kit'
import { backupRoutes } from './backup/routes'
import { betRoutes } from './bets/routes'
import { changePlans } from './changes/change-store'
import { controlRoutes } from './control/routes'
import { stopPlans } from './control/stop-store'
import { clearingsFeed } from './copies/clearings'
import { gamesFeed } from './copies/games'
import { playFeed } from './copies/play/play-feed'
import { createDeps, type LiveDeps, type LiveSettings } from './deps'
import { drawPlans } from './draws/draw-store'
import { jobPlans } from './draws/job-store'
import { duePlans } from './dues/due-store'
import { paymentPlans } from './dues/payment-store'
import { engineLease } from './engine/engine'
import { choicePlans } from './history/choices'
import { historyRoutes } from './history/routes'
import { asidePlans } from './ledger/aside-store'
import { listPlans } from './lists/list-store'
import { liveRoutes } from './live/routes'
import { playRoutes } from './play/routes'
import { playerRoutes } from './players/routes'
import { chainPlans } from './records/chain-store'
import { recordPlans } from './records/record-store'
import { ticketPlans } from './tickets/ticket-store'
import { busyPlans } from './totals/busy-store'
import { totalPlans } from './totals/total-store'
import { whatIfRoutes } from './what-if/routes'
import { winRoutes } from './wins/routes'

export const livePlans: readonly CollectionPlan[] = [
  ...[...ticketPlans, ...drawPlans, ...totalPlans, ...busyPlans, ...listPlans],
  ...[...recordPlans, ...chainPlans, ...jobPlans, ...duePlans, ...paymentPlans],
  ...[...stopPlans, ...asidePlans, holderLeasePlan(engineLease), ...choicePlans, ...changePlans],
]

/** svc-live as data: copies of accounts and games, the projection of the ledger, the engine, the calls. */
export const createLiveService = (settings: LiveSettings): Service<LiveDeps> => ({
  domain: 'live',
  plans: livePlans,
  feeds: [accountTreeFeed('live'), gamesFeed, playFeed, clearingsFeed],
  createDeps: parts => createDeps(parts, settings),
  routes: [
    liveRoutes,
    betRoutes,
    winRoutes,
    controlRoutes,
    historyRoutes,
    whatIfRoutes,
    playRoutes,
    playerRoutes,
    backupRoutes,
  ],
  background: ({ feed, engine, catalogue, clock }) => [feed, engine, catalogue, clock],
})
