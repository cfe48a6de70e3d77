import type { ListQuery } from '@cascade/contracts'
import type { Game, Time } from '@cascade/contracts/games'
import { pageOf } from '@cascade/service-kit'
import type { GameRow } from './game'
import { viewOf } from './game-view'

/** A page of games, searched by code, name and publisher. @throws AppError VALIDATION for another sort field. */
export function gamePageOf(rows: readonly GameRow[], times: readonly Time[], query: ListQuery) {
  const games = rows.map(row => viewOf(row, times))
  return pageOf(games, query, {
    textOf: ({ gameId, gameName, publisher }) => `${gameId} ${gameName} ${publisher}`,
    sortBy,
  })
}

const sortBy = {
  gameId: (game: Game) => game.gameId,
  gameName: (game: Game) => game.gameName,
  nodigit: (game: Game) => game.nodigit,
  timeId: (game: Game) => game.timeId[0]?.timecount ?? 0,
  status: (game: Game) => game.status,
  publisher: (game: Game) => game.publisher,
  releaseDate: (game: Game) => game.releaseDate,
}
