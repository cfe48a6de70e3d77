import {
  type CreateAccountInput,
  type CreatedAccount,
  secretFields,
  sessionApi,
  type UpdateAccountInput,
} from '@cascade/contracts/accounts'
import { call, createAttempts, markOf, send } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../accounts/calls'

/** `isReplayed`: an earlier try had created it already, with the password and PIN of that one. */
export type Creation = { account: CreatedAccount; isReplayed: boolean }

/** Repeats with one key make one account. */
export async function createAccount(
  scope: AccountScope,
  body: CreateAccountInput,
  idempotencyKey: string,
): Promise<Creation> {
  const { endpoint, params } = accountCall(scope, 'create')
  const { answer, isReplayed } = await send(endpoint, { params, body, idempotencyKey })
  return { account: answer.data, isReplayed }
}

/** What the server compares of two requests with one key: everything but the secrets. */
export function accountMark(body: CreateAccountInput): string {
  const secrets: readonly string[] = secretFields
  return markOf(Object.entries(body).filter(([field]) => !secrets.includes(field)))
}

/** For each place where accounts are created. `name` is what the screen says of it. */
export const accountAttempts = createAttempts<{ mark: string; name: string }>({
  operation: 'account',
  isSame: (a, b) => a.mark === b.mark,
  ask: async ({ key }) => ((await call(sessionApi.created, { query: { key } })).data ? 'booked' : 'unknown'),
})
export const scopeObject = ({ role, parentId = '' }: AccountScope) => `${role}:${parentId}`

/** Creates one account, once however often it is sent; every list of accounts is read again. */
export function useCreateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn(body: CreateAccountInput) {
      const wish = { mark: accountMark(body), name: `${body.firstName} ${body.lastName}` }
      return accountAttempts.send(scopeObject(scope), wish, ({ key }) => createAccount(scope, body, key))
    },
    // Not waited for: what was generated is shown at once.
    onSuccess: () => void refresh(),
  })
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
