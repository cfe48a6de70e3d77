import { DescriptionChanged } from '@cascade/contracts/games'
import { isDuplicateKey, newEvent } from '@cascade/service-kit'
import type { GamesDeps } from '../../deps'
import { snapshotOf } from '../read/game-view'
import { type DescriptionRow, descriptionIdOf } from './description-store'
import { firstDescription } from './first-description'

/** Gives a first description to every game without one; of several replicas that start together one does it. */
export async function describeGames(deps: GamesDeps): Promise<void> {
  const [games, times, described] = await Promise.all([
    deps.games.all(),
    deps.times.all(),
    deps.descriptions.described(),
  ])
  const missing = games.filter(game => !described.has(game._id))
  if (missing.length === 0) return
  const requestId = deps.newId()
  const made = missing.map(game => {
    const description = firstDescription(game, snapshotOf(game, times).timecount)
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
      made.map(({ row }) => row),
      tx,
    )
    await deps.writeEvents(
      made.map(({ event }) => event),
      tx,
    )
  })
  await work.catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
}
