import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const readEveryMs = 30_000

/** Figures of everybody below the user; read again while somebody looks. */
export const dashboardQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf(reportsApi.dashboard, userId),
    queryFn: async ({ signal }) => (await call(reportsApi.dashboard, { signal })).data,
    refetchInterval: readEveryMs,
  })
