import { DescriptionChanged, gameEvents, gameTexts, type NewGame } from '@cascade/contracts/games'
import { type Ask, etagOf, invalid, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { saveImages } from '../images/keep-images'
import { firstDescription } from './descriptions/description-rules'
import { descriptionIdOf } from './descriptions/description-store'
import type { GameRow } from './game'
import { snapshotOf, viewOf } from './game-view'

/** Adds a game under a new code, once for its key; its pictures are checked and stored before. */
export async function createGame(deps: GamesDeps, { ctx, input }: Ask<NewGame>) {
  requirePermission(ctx, 'games.write')
  const times = await deps.times.all()
  const time = times.find(each => each._id === input.timeId)
  if (!time) throw invalid(gameTexts.noSuchTime, 'timeId')
  const images = await saveImages(deps, input.images)
  const { username, role } = ctx.actor
  const game = {
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
  } satisfies GameRow
  const description = firstDescription(game, time.timecount)
  const first = {
    _id: descriptionIdOf(game._id, 1),
    game: game._id,
    version: 1,
    description,
    by: game.by,
    at: deps.now(),
  }
  const adding = await deps.gameKeys.once(ctx, { ...input, images }, keep =>
    deps.transaction(async tx => {
      await keep({ gameId: game._id }, tx)
      await deps.games.insert(game, tx)
      await deps.descriptions.insertMany([first], tx)
      const events = [
        newEvent(gameEvents.created, snapshotOf(game, times), ctx),
        newEvent(DescriptionChanged, { gameId: game.gameId, version: 1, description }, ctx),
      ]
      await deps.writeEvents(events, tx)
    }),
  )
  const isReplayed = 'before' in adding
  const made = isReplayed ? await deps.games.getOrThrow(adding.before.gameId) : game
  if (isReplayed) ctx.setHeader('Idempotent-Replayed', 'true')
  ctx.setHeader('etag', etagOf(made))
  return { message: gameTexts.created, data: viewOf(made, times) }
}
