import type { Percentage, PercentageQuery } from '@cascade/contracts/games'
import { type Ask, pageOf, requirePermission } from '@cascade/service-kit'
import type { z } from 'zod'
import type { GamesDeps } from '../deps'
import { percentagesOf } from './percentage-rows'

type Input = { adminId: string; query: z.output<typeof PercentageQuery> }

/**
 * Percentages of an admin's games. A super area manager finds none; a superadmin has none of their own and asks for
 * themself to learn of which admins there are some.
 */
export async function listPercentages(deps: GamesDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'percentages.read')
  const { actor } = ctx
  const { adminId, query } = input
  if (actor.role === 'superareamanager') return { data: [], total: 0, games: [], users: [] }
  const named = await deps.admins.named(actor, query.user ?? '')
  const users = named.map(({ _id, username }) => ({ _id, username }))
  if (actor.role === 'superadmin' && adminId === actor.accountId) return { data: [], total: 0, games: [], users }

  const admin = await deps.admins.inScope(actor, adminId)
  const [games, set] = await Promise.all([deps.games.all(), deps.percentages.ofAdmin(admin._id)])
  const percentages = percentagesOf(admin, games, set)
  const shown = new Set(percentages.map(row => row.gameId))
  return {
    ...pageOf(percentages, query, { textOf: row => `${row.username} ${row.gameId} ${row.gameName}`, sortBy }),
    games: games.filter(game => shown.has(game.gameId)).map(({ _id, gameId, gameName }) => ({ _id, gameId, gameName })),
    users,
  }
}

const sortBy = {
  username: (row: Percentage) => row.username,
  gameName: (row: Percentage) => row.gameName,
  winpercentage: (row: Percentage) => row.winpercentage,
}
