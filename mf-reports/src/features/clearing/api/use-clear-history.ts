import type { BodyInputOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, domainKey } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'

/** Takes records of some days out of the reports: every report may differ afterwards. */
export function useClearHistory() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BodyInputOf<typeof reportsApi.clearHistory>) => call(reportsApi.clearHistory, { body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: domainKey('reports') }),
  })
}
