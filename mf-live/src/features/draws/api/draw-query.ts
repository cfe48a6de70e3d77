import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const againAfterMs = 3_000

/** One draw, read again by itself until every win of it is booked. */
export const drawQuery = (drawId: string) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.draw, drawId),
    queryFn: async ({ signal }) => (await call(liveApi.draw, { params: { drawId }, signal })).data,
    refetchInterval: ({ state }) => (state.data && state.data.state !== 'settled' ? againAfterMs : false),
  })
