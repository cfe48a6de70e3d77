import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Betting stops in force, with who set them and why. */
export const stopsQuery = () =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.stops),
    queryFn: async ({ signal }) => (await call(liveApi.stops, { signal })).data,
  })
