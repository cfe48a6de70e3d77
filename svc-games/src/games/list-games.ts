import type { ListQuery } from '@cascade/contracts'
import type { Game } from '@cascade/contracts/games'
import { type Ask, pageOf, requirePermission } from '@cascade/service-kit'
import type { GamesDeps } from '../deps'
import { viewOf } from './game-view'

/** A page of the master data, in the order in which games were added. */
export async function listGames(deps: GamesDeps, { ctx, input }: Ask<ListQuery>) {
  requirePermission(ctx, 'games.read')
  const [rows, times] = await Promise.all([deps.games.all(), deps.times.all()])
  const games = rows.map(row => viewOf(row, times))
  return pageOf(games, input, {
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
