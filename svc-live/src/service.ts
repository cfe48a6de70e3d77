import { type CollectionSpec, keyCollection, leaseCollection, type Service } from '@cascade/service-kit'
import type { LiveSettings } from './base-deps'
import { busyCollections } from './betting/busy-store'
import { betRoutes } from './betting/routes'
import { totalCollections } from './betting/total-store'
import { changeCollections } from './catalog/change-store'
import { gamesFeed } from './catalog/games'
import { catalogRoutes } from './catalog/routes'
import { stopCollections } from './catalog/stop-store'
import { createDeps, type LiveDeps } from './deps'
import { engineLease } from './drawing/engine'
import { drawRoutes } from './drawing/routes'
import { deadLetterCollections } from './ledger/dead-letter-store'
import { payableCollections } from './payout/payable-store'
import { paymentCollections } from './payout/payment-store'
import { payoutRunCollections } from './payout/payout-run-store'
import { payoutRoutes } from './payout/routes'
import { broadcastTickets } from './projections/broadcast-tickets'
import { clearingsFeed } from './projections/clearings'
import { accountSearchCollections } from './projections/history'
import { listCollections } from './projections/list-store'
import { playFeed } from './projections/project-play'
import { projectionRoutes } from './projections/routes'
import { chainCollections, resultKeysName } from './records/chain-store'
import { drawCollections } from './records/draw-store'
import { recordCollections } from './records/record-store'
import { recordRoutes } from './records/routes'
import { ticketCollections } from './records/ticket-store'
import { accountsFeed } from './replicas/maintenance'

export const liveCollections: readonly CollectionSpec[] = [
  ...ticketCollections,
  ...drawCollections,
  ...totalCollections,
  ...busyCollections,
  ...listCollections,
  ...recordCollections,
  ...chainCollections,
  ...payoutRunCollections,
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
  broadcast: broadcastTickets,
  feeds: [accountsFeed, gamesFeed, playFeed, clearingsFeed],
  createDeps: parts => createDeps(parts, settings),
  routes: [catalogRoutes, betRoutes, drawRoutes, recordRoutes, payoutRoutes, projectionRoutes],
  background: ({ feed, engine, catalog }) => [feed, engine, catalog],
})
