import type { ServiceParts } from '@cascade/service-kit'
import { startDatabaseClock } from './clock/database-clock'
import { createGameCopy } from './copies/games'
import { createFigureStore } from './live/figure-store'
import { startLiveFeed } from './live/live-feed'
import { readLiveGame } from './live/live-game'
import { findPair } from './live/live-pairs'

/** Reading for the feed itself: who may watch was checked when the pair was asked for. */
const everybody = { accountId: '', role: 'superadmin' } as const

export type LiveDeps = Awaited<ReturnType<typeof createDeps>>

/** Everything that a verb of this service may use; draws go by the database's clock. */
export async function createDeps({ db, core, zone, bus, logger }: ServiceParts) {
  const clock = await startDatabaseClock(db, logger)
  const deps = { ...core, db, zone, clock, games: createGameCopy(db), figures: createFigureStore(db) }
  const feed = startLiveFeed({
    read: async (adminId, gameId) => readLiveGame(deps, await findPair(deps, everybody, adminId, gameId)),
    publish: bus.broadcast,
    now: clock.now,
    logger,
  })
  return { ...deps, feed }
}
