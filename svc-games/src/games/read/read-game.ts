import { type Ask, etagOf, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { viewOf } from './game-view'

/** One game, with the version that an edit names. */
export async function readGame(deps: GamesDeps, { ctx, input }: Ask<{ id: string }>) {
  requirePermission(ctx, 'games.write')
  const [game, times] = await Promise.all([deps.games.getOrThrow(input.id), deps.times.all()])
  ctx.setHeader('etag', etagOf(game))
  return { data: viewOf(game, times) }
}
