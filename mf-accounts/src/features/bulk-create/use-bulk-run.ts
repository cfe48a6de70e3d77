import type { CreatedAccount } from '@cascade/contracts/accounts'
import { messageOf, newIdempotencyKey } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createBodyOf } from '../../shared/account-fields/account-values'
import type { FieldSet } from '../../shared/account-fields/field-sets'
import type { AccountScope } from '../../shared/api/account-scope'
import { createAccount } from '../../shared/api/create-account'
import { useRefreshAccounts } from '../../shared/api/use-refresh-accounts'
import type { BulkRow } from './bulk-rows'
import { generatePassword } from './generate-password'

export type BulkResult = {
  row: BulkRow
  state: 'waiting' | 'running' | 'created' | 'failed'
  account?: CreatedAccount
  /** Only where it was generated here. */
  password?: string
  message?: string
}

export type BulkRun = {
  results: readonly BulkResult[]
  running: boolean
  start: (rows: readonly BulkRow[]) => Promise<void>
  stop: () => void
  clear: () => void
}

/** Creates accounts one after the other, so that a refusal is told with its row and can be stopped in between. */
export function useBulkRun(scope: AccountScope, set: FieldSet): BulkRun {
  const refresh = useRefreshAccounts()
  const [results, setResults] = useState<readonly BulkResult[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const patch = (at: number, change: Partial<BulkResult>) =>
    setResults(before => before.map((result, index) => (index === at ? { ...result, ...change } : result)))

  const createOne = async ({ values }: BulkRow, at: number) => {
    const generated = values.password ? undefined : generatePassword()
    const body = createBodyOf(scope.role, { ...values, password: values.password ?? generated }, set)
    patch(at, { state: 'running', password: generated })
    try {
      patch(at, { state: 'created', account: await createAccount(scope, body, newIdempotencyKey()) })
    } catch (error) {
      patch(at, { state: 'failed', password: undefined, message: messageOf(error) })
    }
  }

  const start = async (rows: readonly BulkRow[]) => {
    stopped.current = false
    setResults(rows.map(row => ({ row, state: 'waiting' })))
    setRunning(true)
    for (const [index, row] of rows.entries()) {
      if (stopped.current) break
      await createOne(row, index)
    }
    setRunning(false)
    await refresh()
  }

  return {
    results,
    running,
    start,
    stop: useCallback(() => {
      stopped.current = true
    }, []),
    clear: useCallback(() => setResults([]), []),
  }
}
