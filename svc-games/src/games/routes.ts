import { gamesApi } from '@cascade/contracts/games'
import { handle, type ServiceHono, type ServiceParts } from '@cascade/service-kit'
import { pageOf } from '../page-of'
import { listGames } from './game-store'

export function addGameRoutes(
  app: ServiceHono,
  verifyToken: ServiceParts['verifyToken'],
  db: ServiceParts['mongo']['db'],
): void {
  handle(app, verifyToken, gamesApi.list, async ({ query }) =>
    pageOf(await listGames(db), query, game => `${game.gameId} ${game.gameName} ${game.publisher}`, {
      gameId: game => game.gameId,
      gameName: game => game.gameName,
      nodigit: game => game.nodigit,
      timeId: game => game.timeId[0]?.timecount ?? 0,
      status: game => game.status,
      publisher: game => game.publisher,
      releaseDate: game => game.releaseDate,
    }),
  )
}
