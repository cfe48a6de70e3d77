import type { CreateAccountInput, UpdateAccountInput } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, childCalls, createAccount, ownCalls, useRefreshAccounts } from '../accounts/calls'

type Creation = { body: CreateAccountInput; idempotencyKey: string }

/** Creates one account; every list of accounts is read again. */
export function useCreateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: ({ body, idempotencyKey }: Creation) => createAccount(scope, body, idempotencyKey),
    // Not waited for: what was generated is shown at once.
    onSuccess: () => void refresh(),
  })
}

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
