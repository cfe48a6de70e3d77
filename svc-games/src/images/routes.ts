import { gamesApi } from '@cascade/contracts/games'
import type { Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { readImage } from './read-image'

export const imageRoutes: Routes<GamesDeps> = ({ serveFile }, deps) => {
  serveFile(gamesApi.image, ({ ctx, params }) => readImage(deps, { ctx, input: params }))
}
