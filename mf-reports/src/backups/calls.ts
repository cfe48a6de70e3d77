import { reportsApi } from '@cascade/contracts/reports'
import { againAfterFailureMs, call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

const readAgainMs = 1_500

/** Backups of the admin's data set, newest first; read again while one is being made. */
export function backupsQuery() {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.backups),
    queryFn: async ({ signal }) => (await call(reportsApi.backups, { signal })).data,
    refetchInterval: query =>
      query.state.data?.some(({ state }) => state === 'running') ? readAgainMs : againAfterFailureMs(query),
  })
}
