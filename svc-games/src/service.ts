import { type ServiceEnv, startService } from '@cascade/service-kit'
import { gamePlans } from './games/game-store'
import { addGameRoutes } from './games/routes'
import { seedGames } from './games/seed-games'
import { addTimeRoutes } from './times/routes'
import { timePlans } from './times/time-store'

/** Starts svc-games; on an empty database the times and games of the master data are written first. */
export function startGames(env: ServiceEnv): Promise<() => Promise<void>> {
  return startService({
    domain: 'games',
    env,
    plans: [...timePlans, ...gamePlans],
    async build({ mongo, verifyToken, publisher }, app) {
      if (await seedGames(mongo)) publisher.poke()
      addTimeRoutes(app, verifyToken, mongo.db)
      addGameRoutes(app, verifyToken, mongo.db)
      return []
    },
  })
}
