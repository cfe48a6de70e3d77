import { type ChangeDescription, DescriptionChanged, gameEvents, gameTexts } from '@cascade/contracts/games'
import { AppError, type Ask, conflict, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { changeGame } from '../game'
import { snapshotOf } from '../read/game-view'
import { digitsOf, requireFitting } from './description-rules'
import { type DescriptionRow, descriptionIdOf } from './description-store'
import { versionViewOf } from './description-view'

type Input = { id: string; change: ChangeDescription }

/**
 * Stores a new version of how a game is played; the game's number of digits and time follow it.
 * @throws AppError CONFLICT when it was made from a version that is not the newest any more.
 */
export async function changeDescription(deps: GamesDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'games.write')
  const { version, description } = input.change
  const { username, role } = ctx.actor
  const times = await deps.times.all()
  const saved = await deps.transaction(async tx => {
    const game = await deps.games.getOrThrow(input.id, tx)
    const newest = await deps.descriptions.find(game._id, undefined, tx)
    if (!newest) throw new AppError('NOT_FOUND', gameTexts.noDescription)
    if (newest.version !== version) throw conflict(gameTexts.descriptionStale)
    requireFitting(
      description,
      game,
      times.map(time => time.timecount),
    )
    const row: DescriptionRow = {
      _id: descriptionIdOf(game._id, version + 1),
      game: game._id,
      version: version + 1,
      description,
      by: { username, role },
      at: deps.now(),
    }
    const timeIds = times.filter(time => time.timecount === description.draw.intervalSeconds).map(time => time._id)
    const change = changeGame(game, { nodigit: digitsOf(description), timeIds }, ctx.actor)
    const events = [newEvent(DescriptionChanged, { gameId: game.gameId, version: row.version, description }, ctx)]
    if (change) {
      await deps.games.replace(change.game, tx)
      events.push(newEvent(gameEvents.updated, { ...snapshotOf(change.game, times), changes: change.changes }, ctx))
    }
    await deps.descriptions.insertMany([row], tx)
    await deps.writeEvents(events, tx)
    return versionViewOf(row, game)
  })
  return { message: gameTexts.descriptionChanged, data: saved }
}
