import { gameCodes, gameEvents, type Time } from '@cascade/contracts/games'
import { compileGame } from '@cascade/draw-rules'
import { masterGames } from '@cascade/draw-rules/master'
import { isDuplicateKey, newEvent } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import type { GameRow } from './game'
import { toSnapshot } from './game-view'

type SeededGame = {
  gameId: string
  gameName: string
  nodigit: number
  timecount: number
  description: string
}

const shortDescriptions: Readonly<Record<string, string>> = {
  [gameCodes.funTarget]: 'One digit from 0 to 9',
  [gameCodes.funRoullet]: 'Wheel with 0, 00 and 1 to 36',
  [gameCodes.tripleFun]: 'Three digits; single, double and triple bets',
  [gameCodes.andharBahar]: 'One card with its suit and its side',
  [gameCodes.titliSorrat]: 'One of twelve pictures',
  [gameCodes.bingo]: 'One of twenty-five cells',
  [gameCodes.funTimer]: 'One digit from 0 to 9',
  [gameCodes.lucky12]: 'King, queen and jack of four suits',
  [gameCodes.lucky16]: 'Ace, king, queen and jack of four suits',
  [gameCodes.tripleChance]: 'Three digits in ten groups of a hundred',
  [gameCodes.roulette]: 'Wheel with 0 and 1 to 36',
  [gameCodes.dusKaDum]: 'One number from 1 to 10',
  [gameCodes.lucky10]: 'One number from 1 to 10',
}

/** List data of the master games; their rules are in `@cascade/draw-rules`. */
const seededGames: readonly SeededGame[] = masterGames.map(({ gameId, gameName, description }) => ({
  gameId,
  gameName,
  nodigit: compileGame(description).dimensions[0]?.options.length ?? 0,
  timecount: description.draw.intervalSeconds,
  description: shortDescriptions[gameId] ?? gameName,
}))

const seededTimes: readonly number[] = [...new Set(seededGames.map(game => game.timecount))].sort((a, b) => a - b)

const bootstrapName = 'master-data'

/**
 * Writes the master data once per database, so that deleted games stay deleted. Of several replicas that start
 * together, one commits.
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
    const events = games.map(game => newEvent(gameEvents.created, toSnapshot(game, times), { requestId }))
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
