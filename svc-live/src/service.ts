import { accountTreeFeed, type Service } from '@cascade/service-kit'
import { gamesFeed } from './copies/games'
import { createDeps, type LiveDeps } from './deps'
import { livePlans } from './live/figure-store'
import { liveRoutes } from './live/routes'
import { whatIfRoutes } from './what-if/routes'

/** svc-live as data: its copies of accounts and games, the clock of the draws, the live feed and the calls. */
export const liveService: Service<LiveDeps> = {
  domain: 'live',
  plans: livePlans,
  feeds: [accountTreeFeed('live'), gamesFeed],
  createDeps,
  routes: [liveRoutes, whatIfRoutes],
  background: ({ feed, clock }) => [feed, clock],
}
