import { liveApi } from '@cascade/contracts/live'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

type Asked = { adminId: string; gameId: string; winpercentage: number }

/** What the last draws of a game would have come to with another percentage. */
export const whatIfQuery = ({ adminId, gameId, winpercentage }: Asked) =>
  queryOptions({
    queryKey: queryKeyOf(liveApi.whatIf, adminId, gameId, winpercentage),
    queryFn: async ({ signal }) =>
      (await call(liveApi.whatIf, { query: { adminId, gameId, winpercentage }, signal })).data,
    staleTime: 30_000,
  })
