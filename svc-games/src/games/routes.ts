import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { listGames } from './list-games'

export const gameRoutes: Routes<GamesDeps> = ({ serve }, deps) => {
  serve(gamesApi.list, ({ ctx, query }) => listGames(deps, { ctx, input: query }))
}
