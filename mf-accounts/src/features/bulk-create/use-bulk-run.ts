import type { CreatedAccount } from '@cascade/contracts/accounts'
import { newIdempotencyKey } from '@cascade/web-kit'
import { createBodyOf } from '../../shared/account-fields/account-values'
import type { FieldSet } from '../../shared/account-fields/field-sets'
import type { AccountScope } from '../../shared/api/account-scope'
import { createAccount } from '../../shared/api/create-account'
import { useRefreshAccounts } from '../../shared/api/use-refresh-accounts'
import { type Run, type RunResult, useRun } from '../../shared/runs/use-run'
import type { BulkRow } from './bulk-rows'
import { generatePassword } from './generate-password'

type Created = {
  account: CreatedAccount
  /** Only where it was generated here. */
  password: string | undefined
}
export type BulkResult = RunResult<BulkRow, Created>
export type BulkRun = Omit<Run<BulkRow, Created>, 'start'> & { start: (rows: readonly BulkRow[]) => Promise<void> }

/** Creates accounts one after the other. */
export function useBulkRun(scope: AccountScope, set: FieldSet): BulkRun {
  const refresh = useRefreshAccounts()
  const run = useRun<BulkRow, Created>({ onEnd: refresh })
  const create = async ({ values }: BulkRow): Promise<Created> => {
    const password = values.password ? undefined : generatePassword()
    const body = createBodyOf(scope.role, { ...values, password: values.password ?? password }, set)
    return { account: await createAccount(scope, body, newIdempotencyKey()), password }
  }
  return { ...run, start: rows => run.start(rows, create) }
}
