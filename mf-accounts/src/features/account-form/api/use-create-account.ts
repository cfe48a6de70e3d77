import type { CreateAccountInput } from '@cascade/contracts/accounts'
import { useMutation } from '@tanstack/react-query'
import type { AccountScope } from '../../../shared/api/account-scope'
import { createAccount } from '../../../shared/api/create-account'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

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
