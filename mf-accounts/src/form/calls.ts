import {
  type CreateAccountInput,
  type CreatedAccount,
  secretFields,
  sessionApi,
  type UpdateAccountInput,
} from '@cascade/contracts/accounts'
import { call, createAttempts, send, toFingerprint } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../shared/calls'

/** `isReplayed`: an earlier attempt had created it, with the password and PIN of that attempt. */
export type Creation = { account: CreatedAccount; isReplayed: boolean }

/** Idempotent per key. */
async function createAccount(scope: AccountScope, body: CreateAccountInput, idempotencyKey: string): Promise<Creation> {
  const { endpoint, params } = accountCall(scope, 'create')
  const { answer, isReplayed } = await send(endpoint, { params, body, idempotencyKey })
  return { account: answer.data, isReplayed }
}

/** Digest of the fields that the server compares for one key: all but secrets. */
export function accountMark(body: CreateAccountInput): string {
  const secrets: readonly string[] = secretFields
  return toFingerprint(Object.entries(body).filter(([field]) => !secrets.includes(field)))
}

/** One attempt per scope. `name` is the person's name for messages. */
export const accountAttempts = createAttempts<{ mark: string; name: string }>({
  operation: 'account',
  isSame: (a, b) => a.mark === b.mark,
  fetchOutcome: async ({ key }) => ((await call(sessionApi.created, { query: { key } })).data ? 'booked' : 'unknown'),
})
export const scopeObject = ({ role, parentId = '' }: AccountScope) => `${role}:${parentId}`

/** Creates an account; idempotent across retries. Refreshes all account lists. */
export function useCreateAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn(body: CreateAccountInput) {
      const request = { mark: accountMark(body), name: `${body.firstName} ${body.lastName}` }
      return accountAttempts.send(scopeObject(scope), request, ({ key }) => createAccount(scope, body, key))
    },
    // Not awaited: show generated values at once.
    onSuccess: () => void refresh(),
  })
}

type Edit = { id: string; changes: UpdateAccountInput; ifMatch: string | undefined }

/** @throws ApiError CONFLICT whose `errors` name the fields that changed since `ifMatch` */
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
