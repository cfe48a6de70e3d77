import { type Game, gamesApi, gameTexts } from '@cascade/contracts/games'
import { ApiError, type ListSource, listSource } from '@cascade/web-kit'

const source = listSource(gamesApi.list)

/** Games of the master data, in the order in which they were added unless sorted. */
export const gameList: ListSource<Game> = {
  key: source.key,
  load: async (params, signal) => {
    try {
      return await source.load(params, signal)
    } catch (error) {
      throw error instanceof ApiError && !error.refused ? told(error) : error
    }
  },
}

/** A call that got no answer is told in the words of this list. */
const told = ({ status, code, requestId }: ApiError) =>
  new ApiError({ status, code, requestId, message: gameTexts.fetchFailed })
