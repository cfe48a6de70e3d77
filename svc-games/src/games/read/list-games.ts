import type { ListQuery } from '@cascade/contracts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { gamePageOf } from './game-page'

/** A page of the master data, in the order in which games were added. */
export async function listGames(deps: GamesDeps, { ctx, input }: Ask<ListQuery>) {
  requirePermission(ctx, 'games.read')
  const [rows, times] = await Promise.all([deps.games.all(), deps.times.all()])
  return gamePageOf(rows, times, input)
}
