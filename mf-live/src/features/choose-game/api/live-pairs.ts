import { liveApi } from '@cascade/contracts/live'
import { call } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Every admin of the caller's subtree with each game that he may draw. */
export const livePairsQuery = queryOptions({
  queryKey: [liveApi.games.id],
  queryFn: async ({ signal }) => (await call(liveApi.games, { signal })).data,
})
