import { liveApi, liveInternal } from '@cascade/contracts/live'
import type { Routes } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { listPairs } from './list-pairs'
import { loadGame } from './load-game'
import { readExposure } from './read-exposure'
import { readSnapshot, requireWatchable } from './read-snapshot'
import { readTimer } from './read-timer'

export const liveRoutes: Routes<LiveDeps> = ({ serve, serveInternal }, deps) => {
  serve(liveApi.loadGame, ({ ctx, query }) => loadGame(deps, { ctx, input: query }))
  serve(liveApi.timer, ({ ctx, query }) => readTimer(deps, { ctx, input: query }))
  serve(liveApi.games, ({ ctx }) => listPairs(deps, { ctx, input: {} }))
  serveInternal(liveInternal.snapshot, ({ body }) => readSnapshot(deps, body))
  serveInternal(liveInternal.exposure, ({ body }) => readExposure(deps, body))
  serveInternal(liveInternal.watch, async ({ body }) => {
    await requireWatchable(deps, body)
    return {}
  })
  serveInternal(liveInternal.refresh, async ({ body: { adminId, gameId, pool } }) => {
    await deps.engine.refresh(adminId, gameId, pool && { balance: BigInt(pool.balance), seq: pool.seq })
    return {}
  })
}
