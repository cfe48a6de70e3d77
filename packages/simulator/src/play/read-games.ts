import { gamesApi } from '@cascade/contracts/games'
import { liveApi } from '@cascade/contracts/live'
import { compileGame } from '@cascade/draw-rules'
import type { PublicApi } from '../api/public-api'
import { type Playable, playableOf } from './choose-bets'

/** The games that the players of an admin can play, as their descriptions say. */
export async function readGames(operator: PublicApi, adminId: string): Promise<Playable[]> {
  const [{ data: pairs }, { data: games }] = await Promise.all([
    operator.call(liveApi.games),
    operator.call(gamesApi.list),
  ])
  const wanted = new Set(pairs.filter(pair => pair.adminId === adminId).map(pair => pair.gameId))
  return Promise.all(
    games
      .filter(({ gameId }) => wanted.has(gameId))
      .map(async ({ _id, gameId }) => {
        const { data } = await operator.call(gamesApi.description, { params: { id: _id } })
        return playableOf(gameId, compileGame(data.description))
      }),
  )
}
