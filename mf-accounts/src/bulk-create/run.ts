import type { CreateAccountInput, CreatedAccount } from '@cascade/contracts/accounts'
import { createAttempts, messageOf, OutcomeUnknownError, sendUnderKey } from '@cascade/web-kit'
import { useCallback, useEffect, useRef, useState } from 'react'
import { buildCreateBody } from '../accounts/account-values'
import { type AccountScope, useRefreshAccounts } from '../accounts/calls'
import type { FieldSet } from '../accounts/field-sets'
import { accountMark, createAccount, scopeObject } from '../form/calls'
import type { BulkRow } from './bulk-rows'

type Created = {
  account: CreatedAccount
  /** Set only if it was generated here. */
  password: string | undefined
  /** Created by an earlier run, whose generated values cannot be shown again. */
  isEarlier: boolean
}

export type BulkResult = {
  item: BulkRow
  /** `unanswered`: may have been created. */
  state: 'waiting' | 'running' | 'done' | 'failed' | 'unanswered'
  outcome?: Created
  message?: string
}

export type BulkRun = {
  results: readonly BulkResult[]
  running: boolean
  start: (rows: readonly BulkRow[]) => Promise<void>
  checkAgain: () => Promise<void>
  /** Finishes the current row, then pauses. */
  stop: () => void
  clear: () => void
}

/** The key of a run, from which row keys are derived; kept until every row has a response. */
const bulkAttempts = createAttempts<null>({ operation: 'bulk', isSame: () => true })

/** True if an earlier run may have created accounts without showing the results. */
export const hasUnfinishedRun = (scope: AccountScope) => {
  const last = bulkAttempts.find(scopeObject(scope))
  return last !== undefined && last.verdict === undefined
}

/** Creates accounts sequentially, so that failures can be shown per row and the run can be stopped. */
export function useBulkRun(scope: AccountScope, set: FieldSet): BulkRun {
  const refresh = useRefreshAccounts()
  const [results, setResults] = useState<readonly BulkResult[]>([])
  const [running, setRunning] = useState(false)
  const stopped = useRef(false)
  const sender = useRef<RowSender>(undefined)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  const work = async (initial: readonly BulkResult[], send: RowSender) => {
    stopped.current = false
    const next = [...initial]
    const update = (at: number, result: BulkResult) => {
      next[at] = result
      setResults([...next])
    }
    setResults(initial)
    setRunning(true)
    for (const [at, { item, state }] of initial.entries()) {
      if (stopped.current) break
      if (state !== 'waiting') continue
      update(at, { item, state: 'running' })
      update(at, await createRow(item, send))
    }
    if (next.every(({ state }) => state === 'done' || state === 'failed')) send.finish()
    setRunning(false)
    await refresh()
  }

  return {
    results,
    running,
    start: async rows => {
      sender.current = await beginRun(scope, set, rows)
      await work(
        rows.map(item => ({ item, state: 'waiting' })),
        sender.current,
      )
    },
    checkAgain: async () => {
      const again = results.map(result =>
        result.state === 'unanswered' ? { item: result.item, state: 'waiting' as const } : result,
      )
      if (sender.current) await work(again, sender.current)
    },
    stop: useCallback(() => {
      stopped.current = true
    }, []),
    clear: useCallback(() => setResults([]), []),
  }
}

async function createRow(item: BulkRow, { create }: RowSender): Promise<BulkResult> {
  try {
    return { item, state: 'done', outcome: await create(item) }
  } catch (error) {
    return error instanceof OutcomeUnknownError
      ? { item, state: 'unanswered' }
      : { item, state: 'failed', message: messageOf(error) }
  }
}

type RowSender = { create: (row: BulkRow) => Promise<Created>; finish: () => void }

/** Resuming a run, e.g. after a reload, gives equal rows equal keys. */
async function beginRun(scope: AccountScope, set: FieldSet, rows: readonly BulkRow[]): Promise<RowSender> {
  const object = scopeObject(scope)
  const isResumed = hasUnfinishedRun(scope)
  const { key: runKey } = await bulkAttempts.begin(object, null)
  const counts = new Map<string, number>()
  const calls = new Map<BulkRow, { key: string; body: CreateAccountInput; password: string | undefined }>()
  for (const row of rows) {
    const password = row.values.password ? undefined : generatePassword()
    const body = buildCreateBody(scope.role, { ...row.values, password: row.values.password ?? password }, set)
    const mark = accountMark(body)
    const count = (counts.get(mark) ?? 0) + 1
    counts.set(mark, count)
    calls.set(row, { key: `${runKey}-${mark}-${count}`, body, password })
  }
  return {
    async create(row) {
      const call = calls.get(row)
      if (!call) throw new Error('A row of another run')
      const reply = await sendUnderKey(() => createAccount(scope, call.body, call.key))
      if ('refusal' in reply) throw reply.refusal
      const { account, isReplayed } = reply.answer
      const isEarlier = isReplayed && isResumed
      return { account, password: isEarlier ? undefined : call.password, isEarlier }
    },
    finish: () => bulkAttempts.settle(object, runKey, 'booked'),
  }
}

/** Without easily confused characters. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

function generatePassword(length = 12): string {
  const limit = 256 - (256 % alphabet.length)
  let password = ''
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length))) {
      // Reject larger bytes, which would bias the first letters.
      if (byte < limit && password.length < length) password += alphabet[byte % alphabet.length]
    }
  }
  return password
}
