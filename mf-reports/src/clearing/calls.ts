import type { BodyInputOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, domainKey, queryKeyOf } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** What the admin has cleared, newest first. */
export function clearingsQuery() {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.clearings),
    queryFn: async ({ signal }) => (await call(reportsApi.clearings, { signal })).data,
  })
}

/** Takes records of some days out of the reports: every report may differ afterwards. */
export function useClearHistory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof reportsApi.clearHistory>) => call(reportsApi.clearHistory, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('reports') }),
  })
}
