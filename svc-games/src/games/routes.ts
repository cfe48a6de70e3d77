import type { ListQuery } from '@cascade/contracts'
import { gameEvents, gamesApi, gameTexts, playsGame } from '@cascade/contracts/games'
import { type Call, conflict, etagOf, newEvent, type Routes, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { createGame } from './create-game'
import { changeGame } from './game'
import { toGame, toGamePage, toSnapshot } from './game-view'
import { updateGame } from './update-game'

export const gameRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.list, ({ ctx, query }) => listGames(deps, { ctx, input: query }))
  serve(gamesApi.userGames, ({ ctx, params, query }) => listUserGames(deps, { ctx, input: { ...params, query } }))
  serve(gamesApi.create, ({ ctx, body }) => createGame(deps, { ctx, input: body }))
  serve(gamesApi.read, ({ ctx, params }) => readGame(deps, { ctx, input: params }))
  serve(gamesApi.update, ({ ctx, params, body }) => updateGame(deps, { ctx, input: { ...params, edit: body } }))
  serve(gamesApi.setStatus, ({ ctx, params }) => setGameStatus(deps, { ctx, input: params }))
  serve(gamesApi.remove, ({ ctx, params }) => deleteGame(deps, { ctx, input: params }))
}

async function listGames(deps: GamesDeps, { ctx, input }: Call<ListQuery>) {
  requirePermission(ctx, 'games.read')
  const [rows, times] = await Promise.all([deps.games.all(), deps.times.all()])
  return toGamePage(rows, times, input)
}

/** One game with its ETag. */
async function readGame(deps: GamesDeps, { ctx, input }: Call<{ id: string }>) {
  requirePermission(ctx, 'games.write')
  const [game, times] = await Promise.all([deps.games.getOrThrow(input.id), deps.times.all()])
  ctx.setHeader('etag', etagOf(game))
  return { data: toGame(game, times) }
}

type Input = { userId: string; query: ListQuery }

/** Active games of an admin. A superadmin has no games and passes their own id to get all of them. */
async function listUserGames(deps: GamesDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'games.read')
  const { actor } = ctx
  const isWholeList = actor.role === 'superadmin' && input.userId === actor.accountId
  const player = isWholeList ? { games: [] } : await deps.admins.inScope(actor, input.userId)
  const [rows, times] = await Promise.all([deps.games.all(), deps.times.all()])
  const played = rows.filter(game => game.status === 'active' && playsGame(player, game))
  return toGamePage(played, times, input.query)
}

/**
 * Deletes a game unless players wait for a result. A concurrent bet is still paid out, because svc-live keeps the games
 * of its open draws.
 * @throws AppError CONFLICT while players wait for a result
 */
async function deleteGame(deps: GamesDeps, { ctx, input }: Call<{ id: string }>) {
  requirePermission(ctx, 'games.write')
  const times = await deps.times.all()
  await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(input.id, tx)
    if (await deps.busyGames.isBusy(stored.gameId)) throw conflict(gameTexts.busy)
    const change = changeGame(stored, { deleted: true }, ctx.actor)
    if (!change) return
    await deps.games.replace(change.game, tx)
    await deps.writeEvents([newEvent(gameEvents.removed, toSnapshot(change.game, times), ctx)], tx)
  })
  return { message: gameTexts.deleted }
}

type Toggle = { id: string; action: 'activate' | 'deactivate' }

async function setGameStatus(deps: GamesDeps, { ctx, input }: Call<Toggle>) {
  requirePermission(ctx, 'games.write')
  const status = input.action === 'activate' ? 'active' : 'inactive'
  const times = await deps.times.all()
  const game = await deps.transaction(async tx => {
    const stored = await deps.games.getOrThrow(input.id, tx)
    const change = changeGame(stored, { status }, ctx.actor)
    if (!change) return stored
    await deps.games.replace(change.game, tx)
    const data = { ...toSnapshot(change.game, times), changes: change.changes }
    await deps.writeEvents([newEvent(gameEvents.statusChanged, data, ctx)], tx)
    return change.game
  })
  ctx.setHeader('etag', etagOf(game))
  return { message: gameTexts.statusChanged, data: toGame(game, times) }
}
