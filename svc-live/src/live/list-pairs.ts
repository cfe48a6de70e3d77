import { type Ask, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { pairsOf } from './live-pairs'

/** The live games of every admin in scope, for the Live Result menu. */
export async function listPairs(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'live.control')
  const pairs = await pairsOf(deps, ctx.actor)
  const data = pairs.map(({ admin, game }) => ({
    ...{ adminId: admin._id, username: admin.username },
    ...{ gameId: game.gameId, gameName: game.gameName },
  }))
  return { data }
}
