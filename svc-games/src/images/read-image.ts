import { type Ask, notFound } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'

/** An uploaded picture, for anybody who is signed in: players see them, too. */
export async function readImage(deps: GamesDeps, { input }: Ask<{ hash: string }>) {
  const bytes = await deps.images.read(input.hash)
  if (!bytes) throw notFound()
  return { bytes, etag: `"${input.hash}"` }
}
