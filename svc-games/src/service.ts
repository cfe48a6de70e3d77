import type { Service } from '@cascade/service-kit'
import { createDeps, type GamesDeps } from './deps'
import { gamePlans } from './games/game-store'
import { gameRoutes } from './games/routes'
import { seedGames } from './games/seed-games'
import { timeRoutes } from './times/routes'
import { timePlans } from './times/time-store'

/** svc-games as data; on an empty database the times and games of the master data are written first. */
export const gamesService: Service<GamesDeps> = {
  domain: 'games',
  plans: [...timePlans, ...gamePlans],
  feeds: [],
  createDeps,
  prepare: seedGames,
  routes: [timeRoutes, gameRoutes],
}
