import type { ListQuery } from '@cascade/contracts'
import { playsGame } from '@cascade/contracts/games'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { gamePageOf } from './game-page'

type Input = { userId: string; query: ListQuery }

/** Active games of an admin; a superadmin, who has no games of their own, asks for themself to see all. */
export async function listUserGames(deps: GamesDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'games.read')
  const { actor } = ctx
  const everything = actor.role === 'superadmin' && input.userId === actor.accountId
  const player = everything ? { games: [] } : await deps.admins.inScope(actor, input.userId)
  const [rows, times] = await Promise.all([deps.games.all(), deps.times.all()])
  const played = rows.filter(game => game.status === 'active' && playsGame(player, game))
  return gamePageOf(played, times, input.query)
}
