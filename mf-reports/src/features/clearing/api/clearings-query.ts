import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** What the admin has cleared, newest first. */
export function clearingsQuery() {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.clearings),
    queryFn: async ({ signal }) => (await call(reportsApi.clearings, { signal })).data,
  })
}
