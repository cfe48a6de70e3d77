import { accountTreeFeed, type Service } from '@cascade/service-kit'
import { busyGamesFeed } from './copies/busy-games'
import { createDeps, type GamesDeps } from './deps'
import { gamePlans } from './games/game-store'
import { gameRoutes } from './games/routes'
import { seedGames } from './games/seed-games'
import { imagePlans } from './images/image-store'
import { imageRoutes } from './images/routes'
import { startSweeping } from './images/sweep-images'
import { percentagePlans } from './percentages/percentage-store'
import { percentageRoutes } from './percentages/routes'
import { timeRoutes } from './times/routes'
import { timePlans } from './times/time-store'

/** svc-games as data; on an empty database the times and games of the master data are written first. */
export const gamesService: Service<GamesDeps> = {
  domain: 'games',
  plans: [...timePlans, ...gamePlans, ...imagePlans, ...percentagePlans],
  feeds: [accountTreeFeed('games'), busyGamesFeed],
  createDeps,
  prepare: seedGames,
  routes: [timeRoutes, imageRoutes, gameRoutes, percentageRoutes],
  background: (deps, { logger }) => [startSweeping(deps, logger)],
}
