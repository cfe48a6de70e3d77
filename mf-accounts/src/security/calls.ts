import { policyApi, type SecurityPolicy, securityApi } from '@cascade/contracts/accounts'
import { call, ownKeyOf, send, useChange } from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

/** The user's factors, with the number of unused recovery codes. */
export const factorsQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(securityApi.factors),
    queryFn: async ({ signal }) => {
      const { data, recoveryCodesLeft } = await call(securityApi.factors, { signal })
      return { factors: data, recoveryCodesLeft }
    },
  })

const refresh = { refresh: [securityApi.factors], alsoOnError: true }
export const useConfirmTotp = () => useChange(securityApi.confirmTotp, refresh)
export const useFinishPasskey = () => useChange(securityApi.finishPasskey, refresh)
export const useRemoveFactor = () => useChange(securityApi.removeFactor, refresh)
export const useReplaceRecoveryCodes = () => useChange(securityApi.replaceRecoveryCodes, refresh)
export const useResetFactors = () => useChange(securityApi.removeFactorsOf, { refresh: [] })

/** The policy with its version, for `If-Match`. */
export const policyQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(policyApi.read),
    queryFn: async ({ signal }) => {
      const { answer, etag } = await send(policyApi.read, { signal })
      return { policy: answer.data, etag }
    },
  })

export function useChangePolicy() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ policy, etag }: { policy: SecurityPolicy; etag: string | undefined }) =>
      call(policyApi.change, { body: policy, ...(etag && { ifMatch: etag }) }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownKeyOf(policyApi.read) }),
  })
}
