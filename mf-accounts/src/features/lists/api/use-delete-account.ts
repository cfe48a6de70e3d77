import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

/** The balance of a deleted account returns to its parent. */
export function useDeleteAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  const { parentId } = scope
  return useMutation({
    mutationFn: (id: string) =>
      parentId === undefined
        ? call(ownCalls(scope).remove, { params: { id } })
        : call(childCalls(scope).remove, { params: { parentId, childId: id } }),
    onSuccess: refresh,
  })
}
