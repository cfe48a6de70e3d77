import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { createGame } from './create-game'
import { deleteGame } from './delete-game'
import { listGames } from './read/list-games'
import { listUserGames } from './read/list-user-games'
import { readGame } from './read/read-game'
import { setGameStatus } from './set-game-status'
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
