import { type EditGame, gameEvents, gameTexts } from '@cascade/contracts/games'
import { type Ask, etagOf, newEvent, requirePermission, tellChanges } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { followDigits } from './descriptions/follow-digits'
import { editGame } from './game'
import { snapshotOf, viewOf } from './read/game-view'
import { requireCurrent } from './stale-edit'

/** Edits the given fields of a game. @throws AppError CONFLICT when it was changed since the caller read it. */
export async function updateGame(deps: GamesDeps, { ctx, input }: Ask<{ id: string; edit: EditGame }>) {
  requirePermission(ctx, 'games.write')
  const { id, edit } = input
  const times = await deps.times.all()
  const game = await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(id, tx)
    requireCurrent(stored, ctx.ifMatch, edit)
    const change = editGame(stored, edit, ctx.actor)
    if (!change) return stored
    await deps.games.replace(change.game, tx)
    const told = { ...snapshotOf(change.game, times), changes: change.changes }
    await deps.writeEvents([newEvent(gameEvents.updated, told, ctx)], tx)
    tellChanges(
      ctx,
      Object.entries(change.changes).map(([field, { before, after }]) => ({ field, before, after })),
    )
    if ('nodigit' in change.changes) await followDigits(deps, ctx, change.game, tx)
    return change.game
  })
  ctx.setHeader('etag', etagOf(game))
  return { message: gameTexts.updated, data: viewOf(game, times) }
}
