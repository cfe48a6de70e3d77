import type { Account, CreatedAccount } from '@cascade/contracts/accounts'
import { formatPoints } from '@cascade/ui-kit'
import { ApiError, messageOf, newIdempotencyKey, useActor, wasNotSent } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createBodyOf } from '../accounts/account-values'
import { type AccountScope, logoutPlayer, toggleAccount, useRefreshAccounts } from '../accounts/calls'
import type { FieldSet } from '../accounts/field-sets'
import { BookedBefore, NoAnswer, useBookCredit } from '../credit/book-credit'
import { createAccount } from '../form/calls'
import { texts } from '../texts'
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

type Options = {
  /** Failures after which every other item would fail too, e.g. a wrong password. */
  stopsAt?: (error: unknown) => boolean
  /** A failure in words; the server's own where nothing is given. */
  say?: (error: unknown) => string
  onEnd?: () => Promise<void>
}

/** Does something to one item after the other, so that a failure is told with its item and can be stopped in between. */
function useRun<Item, Outcome = undefined>({ stopsAt, say = messageOf, onEnd }: Options = {}): Run<Item, Outcome> {
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
        patch(index, { state: 'failed', message: say(error) })
        if (stopsAt?.(error)) break
      }
    }
    setRunning(false)
    await onEnd?.()
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

export type BulkKind = 'activate' | 'deactivate' | 'logout' | 'credit'

/** What each account gets. */
export type CreditOrder = { amount: number; password: string; note: string }
export type BulkActionResult = RunResult<Account, undefined>

/** Does one thing to many accounts, one after the other; lists and balances are read again at the end. */
export function useBulkAction(kind: BulkKind, scope: AccountScope) {
  const text = texts.useText()
  const actor = useActor()
  const refresh = useRefreshAccounts()
  const book = useBookCredit({ kind: 'transfer', scope }, false)
  const say = (error: unknown) => {
    if (error instanceof BookedBefore) return text('bookedBefore', { points: formatPoints(error.amount) })
    return error instanceof NoAnswer ? text('bulkNoAnswer') : messageOf(error)
  }
  const run = useRun<Account>({ stopsAt: hitsAll, say, onEnd: refresh })

  const act = async (account: Account, order: CreditOrder | undefined): Promise<undefined> => {
    if (kind === 'logout') await logoutPlayer(account._id)
    else if (kind !== 'credit') await toggleAccount(scope, account._id, kind === 'activate')
    else if (order) {
      const { amount, password, note } = order
      await book({ account, userId: actor._id, amount, password, ...(note ? { note } : {}) })
    }
  }
  const begin = (accounts: readonly Account[], order: CreditOrder | undefined) =>
    run.start(accounts, account => act(account, order))
  return { ...run, begin }
}

/** A wrong password, too many calls and no connection would meet the next account too. */
function hitsAll(error: unknown): boolean {
  if (error instanceof NoAnswer || wasNotSent(error)) return true
  if (!(error instanceof ApiError)) return false
  return error.errors.password !== undefined || error.code === 'TOO_MANY_REQUESTS'
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
  const run = useRun<BulkRow, Created>({ onEnd: refresh })
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
