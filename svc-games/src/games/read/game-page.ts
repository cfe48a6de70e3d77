import type { ListQuery, SortBy } from '@cascade/contracts'
import type { Game, gameSortFields, Time } from '@cascade/contracts/games'
import { pageOf } from '@cascade/service-kit'
import type { GameRow } from '../game'
import { viewOf } from './game-view'

/** A page of games, searched by code, name and publisher. @throws AppError VALIDATION for another sort field. */
export function gamePageOf(rows: readonly GameRow[], times: readonly Time[], query: ListQuery) {
  const games = rows.map(row => viewOf(row, times))
  return pageOf(games, query, {
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
