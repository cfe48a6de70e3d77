import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Every admin of the caller's subtree with each game that they may draw. */
export function livePairsQuery() {
  return queryOptions({
    queryKey: queryKeyOf(liveApi.games),
    queryFn: async ({ signal }) => (await call(liveApi.games, { signal })).data,
  })
}
