import { gamesApi } from '@cascade/contracts/games'
import { type Call, notFound, type Routes } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

export const imageRoutes: Routes<GamesDeps> = ({ serveFile }, deps) => {
  serveFile(gamesApi.image, ({ ctx, params }) => readImage(deps, { ctx, input: params }))
}

/** An uploaded picture; any signed-in user may read it, players included. */
async function readImage(deps: GamesDeps, { input }: Call<{ hash: string }>) {
  const bytes = await deps.images.read(input.hash)
  if (!bytes) throw notFound()
  return { bytes, etag: `"${input.hash}"` }
}
