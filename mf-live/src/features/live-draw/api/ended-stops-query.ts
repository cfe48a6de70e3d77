import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import type { Pair } from '../pair'

/** Betting stops of a pair that are over, newest first. */
export const endedStopsQuery = ({ adminId, gameId }: Pair) => {
  const query = { adminId, gameId }
  return queryOptions({
    queryKey: queryKeyOf(liveApi.endedStops, { query }),
    queryFn: async ({ signal }) => (await call(liveApi.endedStops, { query, signal })).data,
  })
}
