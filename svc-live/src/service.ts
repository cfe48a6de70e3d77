import {
  accountTreePlans,
  accountTreeSchemas,
  projectAccountTree,
  type ServiceEnv,
  startFeedConsumer,
  startService,
} from '@cascade/service-kit'
import { startDatabaseClock } from './clock/database-clock'
import { gameCopyPlans, gameCopySchemas, projectGames } from './games/game-copy'
import { livePlans } from './live/collections'
import { startLiveFeed } from './live/live-feed'
import { readLiveGame } from './live/live-game'
import { findPair } from './live/live-pairs'
import { addLiveRoutes } from './live/routes'

/** Reading for the feed itself: who may watch was checked when the pair was asked for. */
const everybody = { accountId: '', role: 'superadmin' } as const

/** Starts svc-live: its copies of accounts and games, the clock of the draws, the live feed and the calls. */
export function startLive(env: ServiceEnv): Promise<() => Promise<void>> {
  return startService({
    domain: 'live',
    env,
    plans: [...accountTreePlans, ...gameCopyPlans, ...livePlans],
    async build({ mongo: { client, db }, bus, call, instanceId, logger, verifyToken, zone }, app) {
      const consumer = { client, db, name: 'live', logger, bus, call, instanceId }
      const accounts = startFeedConsumer({
        ...consumer,
        producer: 'accounts',
        schemas: accountTreeSchemas,
        project: (events, session) => projectAccountTree(db, events, session),
      })
      const games = startFeedConsumer({
        ...consumer,
        producer: 'games',
        schemas: gameCopySchemas,
        project: (events, session) => projectGames(db, events, session),
      })
      const clock = await startDatabaseClock(db, logger)
      const feed = startLiveFeed({
        read: async (adminId, gameId) =>
          readLiveGame(db, await findPair(db, everybody, adminId, gameId), clock.now(), zone),
        tell: bus.tell,
        now: clock.now,
        logger,
      })
      addLiveRoutes(app, { verifyToken, zone, db, now: clock.now, feed })
      return [feed, clock, accounts, games]
    },
  })
}
