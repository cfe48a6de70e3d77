import type { ListQuery, SortBy } from '@cascade/contracts'
import type { Game, gameSortFields } from '@cascade/contracts/games'
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

const sortBy: SortBy<typeof gameSortFields, (game: Game) => number | string> = {
  gameId: game => game.gameId,
  gameName: game => game.gameName,
  nodigit: game => game.nodigit,
  timeId: game => game.timeId[0]?.timecount ?? 0,
  status: game => game.status,
  publisher: game => game.publisher,
  releaseDate: game => game.releaseDate,
}
