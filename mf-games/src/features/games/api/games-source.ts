import { type Game, gamesApi, gameTexts } from '@cascade/contracts/games'
import { ApiError, type ListSource, listSource } from '@cascade/web-kit'

/** Games of the master data, in the order in which they were added unless sorted. */
export function gamesSource(): ListSource<Game> {
  const { key, load } = listSource(gamesApi.list)
  return {
    key,
    load: async (params, signal) => {
      try {
        return await load(params, signal)
      } catch (error) {
        throw error instanceof ApiError && isUnanswered(error) ? inOwnWords(error) : error
      }
    },
  }
}

/** The server gave no words of its own: its answer was lost, was none, or was empty. */
const isUnanswered = ({ refused, code, message }: ApiError) => (!refused || message === '') && code !== 'OFFLINE'

/** The specification has a sentence of its own for games that cannot be fetched. */
const inOwnWords = ({ status, code, requestId }: ApiError) =>
  new ApiError({ status, code, requestId, message: gameTexts.fetchFailed })
