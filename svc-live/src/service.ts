import { accountTreeFeed, type CollectionPlan, holderLeasePlan, type Service } from '@cascade/service-kit'
import { asidePlans } from './aside-store'
import { betRoutes } from './bets/routes'
import { busyPlans, totalPlans } from './bets/total-store'
import { createDeps, type LiveDeps, type LiveSettings } from './deps'
import { chainPlans } from './draws/chain-store'
import { changePlans } from './draws/change-store'
import { drawPlans } from './draws/draw-store'
import { gamesFeed } from './draws/games'
import { jobPlans } from './draws/job-store'
import { recordPlans } from './draws/record-store'
import { drawRoutes } from './draws/routes'
import { stopPlans } from './draws/stop-store'
import { ticketPlans } from './draws/ticket-store'
import { engineLease } from './engine/engine'
import { duePlans } from './payout/due-store'
import { paymentPlans } from './payout/payment-store'
import { payoutRoutes } from './payout/routes'
import { clearingsFeed } from './views/clearings'
import { choicePlans } from './views/history'
import { listPlans } from './views/list-store'
import { playFeed } from './views/project-play'
import { viewRoutes } from './views/routes'

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
  routes: [betRoutes, drawRoutes, payoutRoutes, viewRoutes],
  background: ({ feed, engine, catalogue, clock }) => [feed, engine, catalogue, clock],
})
