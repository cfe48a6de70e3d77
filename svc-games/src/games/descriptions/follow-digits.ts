import { DescriptionChanged } from '@cascade/contracts/games'
import { type Ctx, newEvent, type Tx } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import type { GameRow } from '../game'
import { requireHouseEdge, withDigits } from './description-rules'
import { descriptionIdOf } from './description-store'

/**
 * Writes the next version of a description after the game got another number of digits, in the same transaction.
 * @throws AppError VALIDATION for a game whose options are written one by one.
 */
export async function followDigits(
  deps: Pick<GamesDeps, 'descriptions' | 'writeEvents' | 'now'>,
  ctx: Ctx,
  game: GameRow,
  tx: Tx,
): Promise<void> {
  const newest = await deps.descriptions.find(game._id, undefined, tx)
  if (!newest) return
  const { username, role } = ctx.actor
  const version = newest.version + 1
  const description = withDigits(newest.description, game.nodigit)
  requireHouseEdge(description)
  const row = { _id: descriptionIdOf(game._id, version), game: game._id, version, description, at: deps.now() }
  await deps.descriptions.insertMany([{ ...row, by: { username, role } }], tx)
  await deps.writeEvents([newEvent(DescriptionChanged, { gameId: game.gameId, version, description }, ctx)], tx)
}
