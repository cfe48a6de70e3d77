import type { CreatedAccount } from '@cascade/contracts/accounts'
import { messageOf, newIdempotencyKey } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createBodyOf } from '../accounts/account-values'
import { type AccountScope, useRefreshAccounts } from '../accounts/calls'
import type { FieldSet } from '../accounts/field-sets'
import { createAccount } from '../form/calls'
import type { BulkRow } from './bulk-rows'

type RunResult<Item, Outcome> = {
  item: Item
  state: 'waiting' | 'running' | 'done' | 'failed'
  outcome?: Outcome
  /** Why it failed. */
  message?: string
}

type Run<Item, Outcome> = {
  results: readonly RunResult<Item, Outcome>[]
  running: boolean
  start: (items: readonly Item[], act: (item: Item) => Promise<Outcome>) => Promise<void>
  /** What is under way is finished; the rest waits. */
  stop: () => void
  clear: () => void
}

/** Does something to one item after the other, so that a failure is told with its item and can be stopped in between. */
function useRun<Item, Outcome>(onEnd: () => Promise<void>): Run<Item, Outcome> {
  const [results, setResults] = useState<readonly RunResult<Item, Outcome>[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )
  const patch = (at: number, change: Partial<RunResult<Item, Outcome>>) =>
    setResults(before => before.map((result, index) => (index === at ? { ...result, ...change } : result)))

  const start: Run<Item, Outcome>['start'] = async (items, act) => {
    stopped.current = false
    setResults(items.map(item => ({ item, state: 'waiting' })))
    setRunning(true)
    for (const [index, item] of items.entries()) {
      if (stopped.current) break
      patch(index, { state: 'running' })
      try {
        patch(index, { state: 'done', outcome: await act(item) })
      } catch (error) {
        patch(index, { state: 'failed', message: messageOf(error) })
      }
    }
    setRunning(false)
    await onEnd()
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
  const run = useRun<BulkRow, Created>(refresh)
  const create = async ({ values }: BulkRow): Promise<Created> => {
    const password = values.password ? undefined : generatePassword()
    const body = createBodyOf(scope.role, { ...values, password: values.password ?? password }, set)
    return { account: await createAccount(scope, { body, idempotencyKey: newIdempotencyKey() }), password }
  }
  return { ...run, start: rows => run.start(rows, create) }
}

/** Without characters that people confuse. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password for an account whose row gives none. */
function generatePassword(length = 12): string {
  const limit = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Bytes above the limit would make the first letters more likely.
      if (byte < limit && password.length < length) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
