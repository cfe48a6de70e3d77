import type { CreateAccountInput, CreatedAccount, UpdateAccountInput } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../accounts/calls'

type Creation = { body: CreateAccountInput; idempotencyKey: string }

/** Repeats with one key make one account. */
export async function createAccount(scope: AccountScope, { body, idempotencyKey }: Creation): Promise<CreatedAccount> {
  const { endpoint, params } = accountCall(scope, 'create')
  return (await call(endpoint, { params, body, idempotencyKey })).data
}

/** Creates one account; every list of accounts is read again. */
export function useCreateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  // Not waited for: what was generated is shown at once.
  return useMutation({ mutationFn: (made: Creation) => createAccount(scope, made), onSuccess: () => void refresh() })
}

type Edit = { id: string; changes: UpdateAccountInput; ifMatch: string | undefined }

/** Throws an ApiError CONFLICT whose `errors` name the fields that somebody else changed since `ifMatch`. */
export function useUpdateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn({ id, changes, ifMatch }: Edit) {
      const { endpoint, params } = accountCall(scope, 'update', { id })
      return call(endpoint, { params, body: changes, ifMatch })
    },
    onSuccess: () => void refresh(),
  })
}
