import { accountTreeFeed, keyCollection, type Service } from '@cascade/service-kit'
import { backupRoutes } from './backup/routes'
import { createDeps, type GamesDeps } from './deps'
import { descriptionCollections } from './games/descriptions/description-store'
import { descriptionRoutes } from './games/descriptions/routes'
import { describeGames } from './games/descriptions/write-descriptions'
import { gameCollections } from './games/game-store'
import { seedGames } from './games/master-data'
import { gameRoutes } from './games/routes'
import { imageCollections } from './images/image-store'
import { imageRoutes } from './images/routes'
import { startSweeping } from './images/store-images'
import { percentageCollections } from './percentages/percentage-store'
import { percentageRoutes } from './percentages/routes'
import { busyGamesFeed } from './replicas/busy-games'
import { timeRoutes } from './times/routes'
import { timeCollections } from './times/time-store'

/** svc-games. On an empty database it first writes the master data, and a description for every game without one. */
export const gamesService: Service<GamesDeps> = {
  name: 'games',
  collections: [
    ...timeCollections,
    ...gameCollections,
    ...descriptionCollections,
    ...imageCollections,
    ...percentageCollections,
    keyCollection('game_keys'),
  ],
  feeds: [accountTreeFeed('games'), busyGamesFeed],
  createDeps,
  prepare: async deps => {
    await seedGames(deps)
    await describeGames(deps)
  },
  // Routes match in this order: fixed path segments before parameters.
  routes: [timeRoutes, imageRoutes, descriptionRoutes, gameRoutes, percentageRoutes, backupRoutes],
  background: (deps, { logger }) => [startSweeping(deps, logger)],
}
