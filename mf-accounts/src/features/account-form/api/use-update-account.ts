import type { UpdateAccountInput } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

type Edit = { id: string; changes: UpdateAccountInput; ifMatch: string | undefined }

/** Throws an ApiError CONFLICT whose `errors` name the fields that somebody else changed since `ifMatch`. */
export function useUpdateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({ mutationFn: (edit: Edit) => updateAccount(scope, edit), onSuccess: () => void refresh() })
}

function updateAccount(scope: AccountScope, { id, changes, ifMatch }: Edit) {
  const { parentId } = scope
  return parentId === undefined
    ? call(ownCalls(scope).update, { params: { id }, body: changes, ifMatch })
    : call(childCalls(scope).update, { params: { parentId, childId: id }, body: changes, ifMatch })
}
