import { accountTreeFeed, type CollectionPlan, type Service } from '@cascade/service-kit'
import { betRoutes } from './bets/routes'
import { controlRoutes } from './control/routes'
import { stopPlans } from './control/stop-store'
import { gamesFeed } from './copies/games'
import { createDeps, type LiveDeps, type LiveSettings } from './deps'
import { drawPlans } from './draws/draw-store'
import { leasePlans } from './engine/lease'
import { choicePlans } from './history/choices'
import { listPlans } from './history/list-pages'
import { historyRoutes } from './history/routes'
import { liveRoutes } from './live/routes'
import { busyPlans } from './play/busy-store'
import { playFeed } from './play/play-feed'
import { totalPlans } from './play/totals'
import { chainPlans } from './records/chain-store'
import { recordPlans } from './records/record-store'
import { jobPlans } from './settlement/job-store'
import { ticketPlans } from './tickets/ticket-store'
import { whatIfRoutes } from './what-if/routes'
import { duePlans } from './wins/due-store'
import { paymentPlans } from './wins/payment-store'
import { winRoutes } from './wins/routes'

export const livePlans: readonly CollectionPlan[] = [
  ...[...ticketPlans, ...drawPlans, ...totalPlans, ...busyPlans, ...listPlans],
  ...[...recordPlans, ...chainPlans, ...jobPlans, ...duePlans, ...paymentPlans],
  ...[...stopPlans, ...leasePlans, ...choicePlans],
]

/** svc-live as data: copies of accounts and games, the projection of the ledger, the engine, the calls. */
export const createLiveService = (settings: LiveSettings): Service<LiveDeps> => ({
  domain: 'live',
  plans: livePlans,
  feeds: [accountTreeFeed('live'), gamesFeed, playFeed],
  createDeps: parts => createDeps(parts, settings),
  routes: [liveRoutes, betRoutes, winRoutes, controlRoutes, historyRoutes, whatIfRoutes],
  background: ({ feed, engine, catalogue, clock }) => [feed, engine, catalogue, clock],
})
