import { networkApi, type PolicyChange, policyApi, securityApi, sessionApi } from '@cascade/contracts/accounts'
import { call, ownKeyOf, queryKeyOf, send, useChange } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The user's factors, and the conditions for another one. The step-up dialog caches the factors alone. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(securityApi.factors, 'conditions'),
    queryFn: async ({ signal }) => {
      const { data: factors, ...rest } = await call(securityApi.factors, { signal })
      return { factors, ...rest }
    },
  })

const refresh = { refresh: [securityApi.factors], alsoOnError: true }
export const useConfirmTotp = () => useChange(securityApi.confirmTotp, refresh)
export const useFinishPasskey = () => useChange(securityApi.finishPasskey, refresh)
export const useRenameFactor = () => useChange(securityApi.renameFactor, refresh)
export const useRemoveFactor = () => useChange(securityApi.removeFactor, refresh)
export const useReplaceRecoveryCodes = () => useChange(securityApi.replaceRecoveryCodes, refresh)

export const useResetFactors = () => useChange(securityApi.removeFactorsOf, { refresh: [sessionApi.sessions] })

export const networksQuery = (userId: string) =>
  queryOptions({
    queryKey: queryKeyOf(networkApi.read, userId),
    queryFn: ({ signal }) => call(networkApi.read, { params: { userId }, signal }),
  })

/** The policy with its version, for `If-Match`. */
export const policyQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(policyApi.read),
    queryFn: async ({ signal }) => {
      const { answer, etag } = await send(policyApi.read, { signal })
      return { policy: answer.data, notes: answer.notes, etag }
    },
  })

export function useChangePolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ change, etag }: { change: PolicyChange; etag: string | undefined }) =>
      call(policyApi.change, { body: change, ...(etag && { ifMatch: etag }) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKeyOf(policyApi.read) }),
  })
}
