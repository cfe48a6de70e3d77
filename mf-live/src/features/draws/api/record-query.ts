import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** The signed records of a draw, as anybody may read them who knows its id. */
export const recordQuery = (drawId: string) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.record, drawId),
    queryFn: async ({ signal }) => (await call(liveApi.record, { params: { drawId }, signal })).data,
    retry: false,
  })

/** The keys, and the chains of day seeds, that this server has published. */
export const keysQuery = () =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.keys),
    queryFn: async ({ signal }) => {
      const { data: keys, seeds } = await call(liveApi.keys, { signal })
      return { keys, seeds }
    },
  })
