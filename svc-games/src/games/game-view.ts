import type { ListQuery, SortBy } from '@cascade/contracts'
import { type Game, type GameSnapshot, type gameSortFields, imagePath, type Time } from '@cascade/contracts/games'
import { paginate } from '@cascade/service-kit'
import type { GameRow } from './game'

export function toGame(row: GameRow, times: readonly Time[]): Game {
  const { timeIds, deleted: _deleted, version: _version, changedIn: _changedIn, images, by, ...game } = row
  return {
    ...game,
    timeId: times.filter(time => timeIds.includes(time._id)),
    images: images.map(imagePath),
    by: by ?? null,
  }
}

/** The game as published to other services; `timecount` is in seconds. */
export function toSnapshot(row: GameRow, times: readonly Time[]): GameSnapshot {
  const { _id, gameId, gameName, nodigit, status, deleted, version, logo } = row
  const timecount = times.find(time => row.timeIds.includes(time._id))?.timecount ?? 0
  return { _id, gameId, gameName, nodigit, timecount, status, deleted, version, ...(logo && { logo }) }
}

/** A page of games, searched by code, name and publisher. @throws AppError VALIDATION for an unknown sort field */
export function toGamePage(rows: readonly GameRow[], times: readonly Time[], query: ListQuery) {
  const games = rows.map(row => toGame(row, times))
  return paginate(games, query, {
    textOf: ({ gameId, gameName, publisher }) => `${gameId} ${gameName} ${publisher}`,
    sortBy,
  })
}

const sortBy: SortBy<typeof gameSortFields, (game: Game) => number | string> = {
  gameId: game => game.gameId,
  gameName: game => game.gameName,
  nodigit: game => game.nodigit,
  timeId: game => game.timeId[0]?.timecount ?? 0,
  status: game => game.status,
  publisher: game => game.publisher,
  releaseDate: game => game.releaseDate,
}
