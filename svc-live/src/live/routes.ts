import { liveApi, liveInternal } from '@cascade/contracts/live'
import { handle, handleInternal, notFound, type ServiceHono, type ServiceParts } from '@cascade/service-kit'
import { countdown, drawAt } from '../draws/draw'
import { findActiveGame } from '../games/game-copy'
import type { LiveFeed } from './live-feed'
import { readLiveGame } from './live-game'
import { findPair, listPairs } from './live-pairs'

export type LiveDeps = Pick<ServiceParts, 'verifyToken' | 'zone'> & {
  db: ServiceParts['mongo']['db']
  now: () => number
  feed: Pick<LiveFeed, 'asked'>
}

export function addLiveRoutes(app: ServiceHono, { verifyToken, db, now, zone, feed }: LiveDeps): void {
  handle(app, verifyToken, liveApi.loadGame, async ({ actor, query }) => {
    const pair = await findPair(db, actor, query.adminId, query.gameId)
    return { data: await readLiveGame(db, pair, now(), zone) }
  })

  handle(app, verifyToken, liveApi.timer, async ({ query }) => {
    const game = await findActiveGame(db, query.gameId)
    if (!game) throw notFound()
    const at = now()
    const draw = drawAt(at, game.timecount)
    const time = countdown(at, draw.drawAt)
    return { data: time, time, drawAt: new Date(draw.drawAt).toISOString(), now: new Date(at).toISOString() }
  })

  handle(app, verifyToken, liveApi.games, async ({ actor }) => {
    const pairs = await listPairs(db, actor)
    return {
      data: pairs.map(({ admin, game }) => ({
        adminId: admin._id,
        username: admin.username,
        gameId: game.gameId,
        gameName: game.gameName,
      })),
    }
  })

  handleInternal(app, verifyToken, liveInternal.snapshot, async ({ body: { accountId, role, adminId, gameId } }) => {
    const pair = await findPair(db, { accountId, role }, adminId, gameId)
    const live = await readLiveGame(db, pair, now(), zone)
    feed.asked(live)
    return live
  })
}
