import { gameEvents, gameTexts } from '@cascade/contracts/games'
import { type Ask, etagOf, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { changeGame } from './game'
import { snapshotOf, viewOf } from './read/game-view'

type Toggle = { id: string; action: 'activate' | 'deactivate' }

/** Activates or deactivates a game; what is so already stays as it is. */
export async function setGameStatus(deps: GamesDeps, { ctx, input }: Ask<Toggle>) {
  requirePermission(ctx, 'games.write')
  const status = input.action === 'activate' ? 'active' : 'inactive'
  const times = await deps.times.all()
  const game = await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(input.id, tx)
    const change = changeGame(stored, { status }, ctx.actor)
    if (!change) return stored
    await deps.games.replace(change.game, tx)
    const told = { ...snapshotOf(change.game, times), changes: change.changes }
    await deps.writeEvents([newEvent(gameEvents.statusChanged, told, ctx)], tx)
    return change.game
  })
  ctx.setHeader('etag', etagOf(game))
  return { message: gameTexts.statusChanged, data: viewOf(game, times) }
}
