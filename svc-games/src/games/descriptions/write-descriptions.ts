import { DescriptionChanged } from '@cascade/contracts/games'
import { type Ctx, isDuplicateKey, newEvent, type Tx } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { type GameRow, gameActorOf } from '../game'
import { toSnapshot } from '../game-view'
import { assertHouseEdge, initialDescription, withDigits } from './description-rules'
import { type DescriptionRow, descriptionIdOf } from './description-store'

/** Writes an initial description for every game without one. Of several replicas that start together, one commits. */
export async function describeGames(deps: GamesDeps): Promise<void> {
  const [games, times, described] = await Promise.all([
    deps.games.all(),
    deps.times.all(),
    deps.descriptions.describedGameIds(),
  ])
  const missing = games.filter(game => !described.has(game._id))
  if (missing.length === 0) return
  const requestId = deps.newId()
  const created = missing.map(game => {
    const description = initialDescription(game, toSnapshot(game, times).timecount)
    const row: DescriptionRow = {
      _id: descriptionIdOf(game._id, 1),
      game: game._id,
      version: 1,
      description,
      at: deps.now(),
    }
    return { row, event: newEvent(DescriptionChanged, { gameId: game.gameId, version: 1, description }, { requestId }) }
  })
  const work = deps.transaction(async tx => {
    await deps.descriptions.insertMany(
      created.map(({ row }) => row),
      tx,
    )
    await deps.writeEvents(
      created.map(({ event }) => event),
      tx,
    )
  })
  await work.catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
}

/**
 * Writes the next description version after the number of digits changed, in the same transaction.
 * @throws AppError VALIDATION for a game whose options are written one by one
 */
export async function updateDigits(
  deps: Pick<GamesDeps, 'descriptions' | 'writeEvents' | 'now'>,
  ctx: Ctx,
  game: GameRow,
  tx: Tx,
): Promise<void> {
  const newest = await deps.descriptions.find(game._id, undefined, tx)
  if (!newest) return
  const version = newest.version + 1
  const description = withDigits(newest.description, game.nodigit)
  assertHouseEdge(description)
  const row = { _id: descriptionIdOf(game._id, version), game: game._id, version, description, at: deps.now() }
  await deps.descriptions.insertMany([{ ...row, by: gameActorOf(ctx.actor) }], tx)
  await deps.writeEvents([newEvent(DescriptionChanged, { gameId: game.gameId, version, description }, ctx)], tx)
}
