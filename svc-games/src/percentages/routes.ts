import type { SortBy } from '@cascade/contracts'
import {
  type BulkPercentages,
  gamesApi,
  gameTexts,
  type Percentage,
  PercentageChanged,
  type PercentageQuery,
  type percentageSortFields,
} from '@cascade/contracts/games'
import {
  auditChanges,
  type Call,
  newEvent,
  paginate,
  type Routes,
  requirePermission,
  type Tx,
} from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { gameActorOf } from '../games/game'
import { findChanges, toPercentages } from './percentage-store'

export const percentageRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.percentages, ({ ctx, params, query }) => listPercentages(deps, { ctx, input: { ...params, query } }))
  serve(gamesApi.setPercentages, ({ ctx, params, body }) =>
    setPercentages(deps, { ctx, input: { adminId: params.id, change: body } }),
  )
}

type Input = { adminId: string; query: PercentageQuery }

/**
 * Percentages of an admin's games; always empty for a super area manager. A superadmin passes their own id to get only
 * the list of admins.
 */
async function listPercentages(deps: GamesDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'percentages.read')
  const { actor } = ctx
  const { adminId, query } = input
  if (actor.role === 'superareamanager') return { data: [], total: 0, games: [], users: [] }
  const named = await deps.admins.findByPrefix(actor, query.user ?? '')
  const users = named.map(({ _id, username }) => ({ _id, username }))
  if (actor.role === 'superadmin' && adminId === actor.accountId) return { data: [], total: 0, games: [], users }

  const admin = await deps.admins.inScope(actor, adminId)
  const [games, stored] = await Promise.all([deps.games.all(), deps.percentages.ofAdmin(admin._id)])
  const percentages = toPercentages(admin, games, stored)
  const gameIds = new Set(percentages.map(row => row.gameId))
  return {
    ...paginate(percentages, query, { textOf: row => `${row.username} ${row.gameId} ${row.gameName}`, sortBy }),
    games: games
      .filter(game => gameIds.has(game.gameId))
      .map(({ _id, gameId, gameName }) => ({ _id, gameId, gameName })),
    users,
  }
}

const sortBy: SortBy<typeof percentageSortFields, (row: Percentage) => number | string> = {
  username: row => row.username,
  gameName: row => row.gameName,
  winpercentage: row => row.winpercentage,
}

type SetPercentagesInput = { adminId: string; change: BulkPercentages }

/** Sets the percentages of several games of one admin, all or none; a repeated key sets them once. */
async function setPercentages(deps: GamesDeps, { ctx, input }: Call<SetPercentagesInput>) {
  requirePermission(ctx, 'percentages.write')
  const by = gameActorOf(ctx.actor)
  const admin = await deps.admins.inScope(ctx.actor, input.adminId)
  const games = await deps.games.all()
  const set = async (keep: (result: { adminId: string }, tx: Tx) => Promise<unknown>) =>
    deps.transaction(async tx => {
      await keep({ adminId: admin._id }, tx)
      const stored = await deps.percentages.ofAdmin(admin._id, tx)
      const changes = findChanges(input.change, toPercentages(admin, games, stored), stored, by)
      const rows = changes.map(({ row }) => row)
      if (rows.length === 0) return toPercentages(admin, games, stored)
      await deps.percentages.put(rows, tx)
      const events = changes.map(({ row: { by: _by, ...row }, before }) =>
        newEvent(PercentageChanged, { ...row, before }, ctx),
      )
      await deps.writeEvents(events, tx)
      const names = new Map(games.map(({ gameId, gameName }) => [gameId, gameName]))
      auditChanges(
        ctx,
        changes.map(({ row, before }) => ({
          field: names.get(row.gameId) ?? row.gameId,
          before,
          after: row.winpercentage,
        })),
      )
      return toPercentages(admin, games, [...stored, ...rows])
    })
  const setting = await deps.percentageKeys.once(ctx, input, set)
  const data = 'done' in setting ? setting.done : toPercentages(admin, games, await deps.percentages.ofAdmin(admin._id))
  return { message: gameTexts.percentagesUpdated, data }
}
