import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export type NewResult = { result: string; color?: string; type?: string; boosterValue: 1 | 2 }

/** What a correction would do to each player. */
export const correctionQuery = (drawId: string, result: NewResult) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.correction, drawId, result),
    queryFn: async ({ signal }) => (await call(liveApi.correction, { query: { drawId, ...result }, signal })).data,
    gcTime: 0,
    retry: false,
  })
