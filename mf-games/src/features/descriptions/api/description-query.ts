import { gamesApi } from '@cascade/contracts/games'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** How a game is played, in its newest version. */
export const descriptionQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeyOf(gamesApi.description, id),
    queryFn: async ({ signal }) => (await call(gamesApi.description, { params: { id }, signal })).data,
  })
