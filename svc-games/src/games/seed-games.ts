import { gameEvents, type Time } from '@cascade/contracts/games'
import { isDuplicateKey, newEvent } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import type { GameRow } from './game'
import { seededGames, seededTimes } from './master-data'
import { snapshotOf } from './read/game-view'

const bootstrapName = 'master-data'

/**
 * Writes the master data once in a database's life: what is deleted later stays deleted, and of several replicas that
 * start together one does it.
 */
export async function seedGames(deps: GamesDeps): Promise<void> {
  if (await deps.games.isSeeded(bootstrapName)) return
  const times: Time[] = seededTimes.map(timecount => ({ _id: deps.newId(), timecount }))
  const games = makeRows(deps, times)
  const requestId = deps.newId()
  const work = deps.transaction(async tx => {
    await deps.games.markSeeded(bootstrapName, deps.now(), tx)
    await deps.times.insertMany(times, tx)
    await deps.games.insertMany(games, tx)
    const events = games.map(game => newEvent(gameEvents.created, snapshotOf(game, times), { requestId }))
    await deps.writeEvents(events, tx)
  })
  await work.catch((error: unknown) => {
    if (!isDuplicateKey(error)) throw error
  })
}

function makeRows(deps: GamesDeps, times: readonly Time[]): GameRow[] {
  return seededGames.map(({ timecount, ...game }) => ({
    _id: deps.newId(),
    ...game,
    timeIds: times.filter(time => time.timecount === timecount).map(time => time._id),
    status: 'active',
    publisher: 'Cascade',
    releaseDate: '2025-01-01',
    label: 'no',
    images: [],
    deleted: false,
    version: 1,
  }))
}
