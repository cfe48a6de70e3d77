import { type BulkPercentages, gameTexts, PercentageChanged } from '@cascade/contracts/games'
import { type Ask, newEvent, requirePermission, tellChanges } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { changesOf, percentagesOf } from './percentage-rows'

type Input = { adminId: string; change: BulkPercentages }

/** Sets the percentages of several games of one admin, all of them or none. */
export async function setPercentages(deps: GamesDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'percentages.write')
  const { username, role } = ctx.actor
  const admin = await deps.admins.inScope(ctx.actor, input.adminId)
  const games = await deps.games.all()
  const data = await deps.transaction(async tx => {
    const set = await deps.percentages.ofAdmin(admin._id, tx)
    const changes = changesOf(input.change, percentagesOf(admin, games, set), set, { username, role })
    const rows = changes.map(({ row }) => row)
    if (rows.length === 0) return percentagesOf(admin, games, set)
    await deps.percentages.put(rows, tx)
    const events = changes.map(({ row: { by: _by, ...row }, before }) =>
      newEvent(PercentageChanged, { ...row, before }, ctx),
    )
    await deps.writeEvents(events, tx)
    const names = new Map(games.map(({ gameId, gameName }) => [gameId, gameName]))
    tellChanges(
      ctx,
      changes.map(({ row, before }) => ({
        field: names.get(row.gameId) ?? row.gameId,
        before,
        after: row.winpercentage,
      })),
    )
    return percentagesOf(admin, games, [...set, ...rows])
  })
  return { message: gameTexts.percentagesUpdated, data }
}
