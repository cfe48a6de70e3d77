import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

type Deletion = { id: string; settle: boolean }

/** The balance of a deleted account returns to its parent; with `settle` as soon as what it has in play is drawn and paid. */
export function useDeleteAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  const { parentId } = scope
  return useMutation({
    mutationFn: ({ id, settle }: Deletion) => {
      const query = settle ? { settle: 'true' as const } : {}
      return parentId === undefined
        ? call(ownCalls(scope).remove, { params: { id }, query })
        : call(childCalls(scope).remove, { params: { parentId, childId: id }, query })
    },
    onSuccess: refresh,
  })
}
