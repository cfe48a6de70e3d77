import { randomUUID } from 'node:crypto'
import { type AnyEndpoint, type Sent, statusOfCode, toPoints } from '@cascade/contracts'
import { accountApi, type RunRow, sessionApi } from '@cascade/contracts/accounts'
import { type ActivityRecorded, changesHeader, LoggedChanges } from '@cascade/contracts/gateway'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { toggleAccount } from '../accounts/change-account'
import { isActiveWithAncestors } from '../accounts/read-account'
import { logoutPlayer } from '../auth/sessions'
import { bookCredit } from '../credit/book-credit'
import { toOrder } from '../credit/credit-rules'
import type { AccountsDeps } from '../deps'
import type { Run } from './run-store'

type Row = Pick<RunRow, 'accountId' | 'username' | 'message'>
/** What became of a row; `changes` as the log tells them. */
export type Outcome = { row: Row; rejection?: AppError; changes?: string }

/**
 * The verbs of a run ask for no session and no password again: whoever started it showed both, and may have signed out.
 * They stand for as long as the actor and everyone above is active.
 */
export function withoutSession(deps: AccountsDeps, actor: Account): AccountsDeps {
  const findOpen: AccountsDeps['sessions']['findOpen'] = async _id => {
    const now = await deps.accounts.find(actor._id)
    if (!now || !(await isActiveWithAncestors(deps, now))) return undefined
    const { username, role, createdAt: at } = actor
    return { _id, accountId: actor._id, username, role, ipAddress: '', userAgent: '', startedAt: at, expiresAt: at }
  }
  return {
    ...deps,
    sessions: { ...deps.sessions, findOpen },
    passwords: { ...deps.passwords, isProved: () => true },
  }
}

/**
 * Does to an account what a call for it alone would do. Tried again it happens once: credit has a key of run and row,
 * and a status or a sign-out is the same the second time.
 * @throws whatever says nothing about the row: it is to be tried again
 */
export async function processRow(deps: AccountsDeps, run: Run, row: Row): Promise<Outcome> {
  let changes: string | undefined
  const ctx: Ctx = {
    actor: run.actor,
    requestId: run.requestId,
    idempotencyKey: `${run._id}:${row.accountId}`,
    ifMatch: undefined,
    setHeader: (name, value) => {
      if (name === changesHeader) changes = value
    },
  }
  try {
    await runOperation(deps, ctx, run, row.accountId)
    return { row, ...(changes === undefined ? {} : { changes }) }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { row: { ...row, message: error.message }, rejection: error }
  }
}

async function runOperation(deps: AccountsDeps, ctx: Ctx, run: Run, id: string): Promise<unknown> {
  const { operation, role, parentId, amount = 0n, note } = run
  if (operation === 'log-out') return logoutPlayer(deps, { ctx, input: { id } })
  if (operation === 'give-credit') {
    const receiver = { role, toUserId: id, ...(parentId === undefined ? {} : { parentId }) }
    const order = toOrder(ctx.actor, receiver, { transferAmount: toPoints(amount), password: '', note })
    return bookCredit(deps, { ctx, input: order })
  }
  const action = operation === 'suspend' ? 'deactivate' : 'activate'
  return toggleAccount(deps, { ctx, input: { role, id, parentId, action } })
}

/** What may be otherwise a moment later, or is not known, is no refusal of the row; nor is that the actor may not act. */
const isRejection = (error: unknown): error is AppError =>
  error instanceof AppError &&
  statusOfCode[error.code] < 500 &&
  error.code !== 'TOO_MANY_REQUESTS' &&
  error.code !== 'UNAUTHENTICATED'

/** A row in the words of the call that would have done it alone. */
export function toActivity(run: Run, { row, rejection, changes }: Outcome, at: Date): ActivityRecorded {
  const { accountId, username, role, ipAddress } = run.actor
  const { endpoint, sent } = buildCall(run, row.accountId)
  const wording = endpoint.tell?.(sent)
  return {
    id: randomUUID(),
    type: 'gateway.activity.recorded.v1',
    at: at.toISOString(),
    actor: { id: accountId, username, role },
    correlationId: run.requestId,
    causationId: null,
    seq: 0,
    data: {
      accountId,
      username,
      subject: wording?.subject ?? endpoint.summary,
      requestUrl: `/api/runs/${run._id}`,
      method: endpoint.method,
      ipAddress,
      status: rejection ? statusOfCode[rejection.code] : 200,
      source: 'server',
      operation: endpoint.id,
      does: wording?.does,
      object: { accountId: row.accountId, username: row.username },
      ...(rejection ? { code: rejection.code, reason: rejection.reason } : {}),
      ...(changes === undefined ? {} : { changes: LoggedChanges.parse(JSON.parse(decodeURIComponent(changes))) }),
      note: wording?.note,
      amount: wording?.amount,
    },
  }
}

function buildCall({ operation, role, amount = 0n, note }: Run, id: string): { endpoint: AnyEndpoint; sent: Sent } {
  const none = { params: {}, query: {}, body: {} }
  if (operation === 'log-out') return { endpoint: sessionApi.playerLogout, sent: { ...none, query: { id } } }
  if (operation === 'give-credit') {
    const body = { toUserId: id, transferAmount: toPoints(amount), note }
    return { endpoint: accountApi[role].transfer, sent: { ...none, body } }
  }
  const action = operation === 'suspend' ? 'deactivate' : 'activate'
  return { endpoint: accountApi[role].toggle, sent: { ...none, params: { userId: id, action } } }
}
