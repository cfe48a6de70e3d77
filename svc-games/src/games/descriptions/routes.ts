import {
  type ChangeDescription,
  DescriptionChanged,
  type DescriptionSummary,
  type DescriptionVersion,
  gameEvents,
  gamesApi,
  gameTexts,
} from '@cascade/contracts/games'
import { AppError, type Call, conflict, newEvent, type Routes, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { changeGame, type GameRow, gameActorOf } from '../game'
import { toSnapshot } from '../game-view'
import { assertFits, countDigits } from './description-rules'
import { type DescriptionRow, descriptionIdOf } from './description-store'

export const descriptionRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.description, ({ ctx, params, query }) =>
    readDescription(deps, { ctx, input: { ...params, ...query } }),
  )
  serve(gamesApi.descriptions, ({ ctx, params, query }) =>
    listDescriptions(deps, { ctx, input: { ...params, ...query } }),
  )
  serve(gamesApi.changeDescription, ({ ctx, params, body }) =>
    changeDescription(deps, { ctx, input: { ...params, change: body } }),
  )
}

type Input = { id: string; page?: number | undefined; size?: number | undefined }

async function listDescriptions(deps: GamesDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'games.write')
  const game = await deps.games.getOrThrow(input.id)
  const { versions, total } = await deps.descriptions.page(game._id, input)
  return { data: versions.map(row => toSummary(row, game)), total }
}

async function readDescription(deps: GamesDeps, { ctx, input }: Call<{ id: string; version?: number | undefined }>) {
  requirePermission(ctx, 'games.write')
  const game = await deps.games.getOrThrow(input.id)
  const row = await deps.descriptions.find(game._id, input.version)
  if (!row) throw new AppError('NOT_FOUND', gameTexts.noDescription)
  return { data: toVersion(row, game) }
}

type ChangeDescriptionInput = { id: string; change: ChangeDescription }

/**
 * Stores a new description version and updates the game's number of digits and interval.
 * @throws AppError CONFLICT when the request is based on an older version
 */
async function changeDescription(deps: GamesDeps, { ctx, input }: Call<ChangeDescriptionInput>) {
  requirePermission(ctx, 'games.write')
  const { version, description } = input.change
  const times = await deps.times.all()
  const saved = await deps.transaction(async tx => {
    const game = await deps.games.getOrThrow(input.id, tx)
    const newest = await deps.descriptions.find(game._id, undefined, tx)
    if (!newest) throw new AppError('NOT_FOUND', gameTexts.noDescription)
    if (newest.version !== version) throw conflict(gameTexts.descriptionStale)
    assertFits(
      description,
      game,
      times.map(time => time.timecount),
    )
    const row: DescriptionRow = {
      _id: descriptionIdOf(game._id, version + 1),
      game: game._id,
      version: version + 1,
      description,
      by: gameActorOf(ctx.actor),
      at: deps.now(),
    }
    const timeIds = times.filter(time => time.timecount === description.draw.intervalSeconds).map(time => time._id)
    const change = changeGame(game, { nodigit: countDigits(description), timeIds }, ctx.actor)
    const events = [newEvent(DescriptionChanged, { gameId: game.gameId, version: row.version, description }, ctx)]
    if (change) {
      await deps.games.replace(change.game, tx)
      events.push(newEvent(gameEvents.updated, { ...toSnapshot(change.game, times), changes: change.changes }, ctx))
    }
    await deps.descriptions.insertMany([row], tx)
    await deps.writeEvents(events, tx)
    return toVersion(row, game)
  })
  return { message: gameTexts.descriptionChanged, data: saved }
}

const toSummary = (row: Omit<DescriptionRow, 'description'>, { gameId }: GameRow): DescriptionSummary => ({
  gameId,
  version: row.version,
  by: row.by ?? null,
  at: row.at.toISOString(),
})

const toVersion = (row: DescriptionRow, game: GameRow): DescriptionVersion => ({
  ...toSummary(row, game),
  gameName: game.gameName,
  description: row.description,
})
