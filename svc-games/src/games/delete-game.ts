import { gameEvents, gameTexts } from '@cascade/contracts/games'
import { type Ask, conflict, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { changeGame } from './game'
import { snapshotOf } from './read/game-view'

/**
 * Deletes a game that nobody waits for. A ticket that is taken at this very moment is settled all the same: svc-live
 * keeps what it needs of the games that its open draws are of.
 * @throws AppError CONFLICT while players wait for a result.
 */
export async function deleteGame(deps: GamesDeps, { ctx, input }: Ask<{ id: string }>) {
  requirePermission(ctx, 'games.write')
  const times = await deps.times.all()
  await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(input.id, tx)
    if (await deps.busyGames.isBusy(stored.gameId)) throw conflict(gameTexts.busy)
    const change = changeGame(stored, { deleted: true }, ctx.actor)
    if (!change) return
    await deps.games.replace(change.game, tx)
    await deps.writeEvents([newEvent(gameEvents.removed, snapshotOf(change.game, times), ctx)], tx)
  })
  return { message: gameTexts.deleted }
}
