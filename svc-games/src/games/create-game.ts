import { DescriptionChanged, gameEvents, gameTexts, type NewGame } from '@cascade/contracts/games'
import { type Call, etagOf, invalid, newEvent, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { saveImages } from '../images/store-images'
import { initialDescription } from './descriptions/description-rules'
import { descriptionIdOf } from './descriptions/description-store'
import { type GameRow, gameActorOf } from './game'
import { toGame, toSnapshot } from './game-view'

/** Creates a game under a new code, once per idempotency key; its pictures are checked and stored first. */
export async function createGame(deps: GamesDeps, { ctx, input }: Call<NewGame>) {
  requirePermission(ctx, 'games.write')
  const times = await deps.times.all()
  const time = times.find(each => each._id === input.timeId)
  if (!time) throw invalid(gameTexts.noSuchTime, 'timeId')
  const images = await saveImages(deps, input.images)
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
    by: gameActorOf(ctx.actor),
    deleted: false,
    version: 1,
  } satisfies GameRow
  const description = initialDescription(game, time.timecount)
  const firstVersion = {
    _id: descriptionIdOf(game._id, 1),
    game: game._id,
    version: 1,
    description,
    by: game.by,
    at: deps.now(),
  }
  const result = await deps.gameKeys.once(ctx, { ...input, images }, claimKey =>
    deps.transaction(async tx => {
      await claimKey({ gameId: game._id }, tx)
      await deps.games.insert(game, tx)
      await deps.descriptions.insertMany([firstVersion], tx)
      const events = [
        newEvent(gameEvents.created, toSnapshot(game, times), ctx),
        newEvent(DescriptionChanged, { gameId: game.gameId, version: 1, description }, ctx),
      ]
      await deps.writeEvents(events, tx)
    }),
  )
  const isReplayed = 'before' in result
  const created = isReplayed ? await deps.games.getOrThrow(result.before.gameId) : game
  if (isReplayed) ctx.setHeader('Idempotent-Replayed', 'true')
  ctx.setHeader('etag', etagOf(created))
  return { message: gameTexts.created, data: toGame(created, times) }
}
