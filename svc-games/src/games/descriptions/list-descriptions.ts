import { type Ask, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { summaryOf } from './description-view'

type Input = { id: string; page?: number | undefined; size?: number | undefined }

/** Versions of a game's description, newest first, ten unless more are asked for. */
export async function listDescriptions(deps: GamesDeps, { ctx, input }: Ask<Input>) {
  requirePermission(ctx, 'games.write')
  const game = await deps.games.getOrThrow(input.id)
  const { versions, total } = await deps.descriptions.page(game._id, input)
  return { data: versions.map(row => summaryOf(row, game)), total }
}
