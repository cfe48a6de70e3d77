import { gameEvents, gameTexts, type NewGame } from '@cascade/contracts/games'
import { type Ask, etagOf, invalid, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { saveImages } from '../images/save-images'
import type { GameRow } from './game'
import { snapshotOf, viewOf } from './game-view'

/** Adds a game under a new code; its pictures are checked and stored before. */
export async function createGame(deps: GamesDeps, { ctx, input }: Ask<NewGame>) {
  requirePermission(ctx, 'games.write')
  const times = await deps.times.all()
  if (!times.some(time => time._id === input.timeId)) throw invalid(gameTexts.noSuchTime, 'timeId')
  const images = await saveImages(deps, input.images)
  const { username, role } = ctx.actor
  const game: GameRow = {
    _id: deps.newId(),
    gameId: deps.newGameCode(),
    gameName: input.gameName,
    description: input.gameDescription,
    nodigit: input.nodigit,
    timeIds: [input.timeId],
    status: input.gameStatus,
    publisher: input.publisher,
    releaseDate: input.releaseDate,
    label: input.label,
    images,
    by: { username, role },
    deleted: false,
    version: 1,
  }
  await deps.transaction(async tx => {
    await deps.games.insert(game, tx)
    await deps.writeEvents([newEvent(gameEvents.created, snapshotOf(game, times), ctx)], tx)
  })
  ctx.setHeader('etag', etagOf(game))
  return { message: gameTexts.created, data: viewOf(game, times) }
}
