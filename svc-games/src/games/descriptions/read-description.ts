import { gameTexts } from '@cascade/contracts/games'
import { AppError, type Ask, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { versionViewOf } from './description-view'

/** How a game is played, now or in a version that is named. */
export async function readDescription(
  deps: GamesDeps,
  { ctx, input }: Ask<{ id: string; version?: number | undefined }>,
) {
  requirePermission(ctx, 'games.write')
  const game = await deps.games.getOrThrow(input.id)
  const row = await deps.descriptions.find(game._id, input.version)
  if (!row) throw new AppError('NOT_FOUND', gameTexts.noDescription)
  return { data: versionViewOf(row, game) }
}
