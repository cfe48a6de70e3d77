import { liveApi } from '@cascade/contracts/live'
import { againAfterFailureMs, call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const againAfterMs = 3_000

/** One draw, read again by itself until every win of it is booked. */
export const drawQuery = (drawId: string) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.draw, drawId),
    queryFn: async ({ signal }) => (await call(liveApi.draw, { params: { drawId }, signal })).data,
    refetchInterval: query =>
      query.state.data && query.state.data.state !== 'settled' ? againAfterMs : againAfterFailureMs(query),
  })
