import { type AccountRow, type Run, runApi } from '@cascade/contracts/accounts'
import { send, toFingerprint, useActor } from '@cascade/web-kit'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { accountMark } from '../form/calls'
import { keyOfRun, rememberRun, runAttempts, runObject, useStart } from '../runs/calls'
import { buildCreateBody } from '../shared/account-values'
import type { AccountScope } from '../shared/calls'
import type { FieldSet } from '../shared/field-sets'
import type { BulkRow } from './bulk-rows'
import { newPassword, newPin } from './new-secrets'

/** PINs and passwords of a bulk creation by line; the server never returns them. */
export type NewSecrets = ReadonlyMap<number, Pick<AccountRow, 'pin' | 'password'>>

const secretsKey = (userId: string, key: string) => ['new-secrets', userId, key]

/** They stay in memory until this tab is reloaded or the user signs out. */
function rememberSecrets(queryClient: QueryClient, queryKey: string[], secrets: NewSecrets) {
  queryClient.setQueryDefaults(queryKey, { gcTime: Number.POSITIVE_INFINITY })
  queryClient.setQueryData(queryKey, secrets)
}

/** Undefined unless this tab has started the run. */
export function useNewSecrets(runId: string): NewSecrets | undefined {
  const { _id: userId } = useActor()
  return useQueryClient().getQueryData(secretsKey(userId, keyOfRun(runId) ?? ''))
}

/** Starts a bulk creation; idempotent across retries. */
export function useStartCreation(scope: AccountScope, set: FieldSet) {
  const queryClient = useQueryClient()
  const { _id: userId } = useActor()
  return useStart((items: readonly BulkRow[]): Promise<Run> => {
    const rows = items.map(({ line, values }) => {
      const { role: _role, games: _games, ...fields } = buildCreateBody(scope.role, values, set)
      return { line, ...fields }
    })
    const attempt = { mark: toFingerprint(rows.map(row => [row.line, accountMark(row)])), count: rows.length }
    const object = runObject({ operation: 'create', scope })
    const earlierKey = runAttempts.find(object)?.key
    return runAttempts.send(object, attempt, async ({ key }) => {
      const queryKey = secretsKey(userId, key)
      const before = queryClient.getQueryData<NewSecrets>(queryKey)
      const secrets: NewSecrets =
        before ??
        new Map(
          rows.map(({ line, pin, password }) => [line, { pin: pin ?? newPin(), password: password ?? newPassword() }]),
        )
      const remember = () => rememberSecrets(queryClient, queryKey, secrets)
      // Under the key of an earlier page, the server may have the secrets that this page generated.
      if (key !== earlierKey) remember()
      const body = { ...scope, rows: rows.map(row => ({ ...row, ...secrets.get(row.line) })) }
      const { answer, isReplayed } = await send(runApi.createAccounts, { body, idempotencyKey: key })
      if (!isReplayed) remember()
      return rememberRun(answer.data, key)
    })
  })
}
