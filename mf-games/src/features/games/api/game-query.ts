import { type Game, gamesApi } from '@cascade/contracts/games'
import { queryKeyOf, send } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** A game with the version that an edit must name. */
export type LoadedGame = { game: Game; etag: string | undefined }

export function gameQuery(id: string) {
  return queryOptions({
    queryKey: queryKeyOf(gamesApi.read, id),
    queryFn: async ({ signal }): Promise<LoadedGame> => {
      const { answer, etag } = await send(gamesApi.read, { params: { id }, signal })
      return { game: answer.data, etag }
    },
  })
}
