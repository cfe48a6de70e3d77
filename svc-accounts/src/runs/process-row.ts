import { type AnyEndpoint, type RawRequest, statusByCode, toPoints } from '@cascade/contracts'
import { accountApi, limitApi, sessionApi, settlementApi } from '@cascade/contracts/accounts'
import { type ActivityRecorded, changesHeader, LoggedChanges } from '@cascade/contracts/gateway'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { isActiveWithAncestors } from '../accounts/find-account'
import { toActivity } from '../activities/authority-event'
import { bookCredit } from '../credit/book-credit'
import { toCreditRequest } from '../credit/credit-rules'
import type { AccountsDeps } from '../deps'
import { logoutPlayer } from '../identity/sessions/sessions'
import { setLimits } from '../limits/change-limits'
import { paySettlement } from '../settlements/pay-settlement'
import { createRow } from './bulk-creation'
import { type Row, type Run, visibleOf } from './run-store'
import { setStatus } from './set-status'

/** Outcome of a row. `changes`: encoded audit changes. */
export type Outcome = { row: Row; rejection?: AppError; changes?: string }

/**
 * Dependencies for the rows of a run: its starter has proved session and password and may have signed out, so neither is
 * checked again. The actor and all its ancestors must still be active.
 */
export function withoutSession(deps: AccountsDeps, actor: Account): AccountsDeps {
  const findOpen: AccountsDeps['sessions']['findOpen'] = async _id => {
    const now = await deps.accounts.find(actor._id)
    if (!now || !(await isActiveWithAncestors(deps, now))) return undefined
    const { username, role, createdAt: at } = actor
    const times = { startedAt: at, expiresAt: at, provenAt: at }
    return { _id, accountId: actor._id, username, role, ipAddress: '', userAgent: '', ...times }
  }
  return {
    ...deps,
    sessions: { ...deps.sessions, findOpen },
    passwords: { ...deps.passwords, isProved: () => true },
  }
}

/**
 * Runs the operation of a run on one account, like a single call. Idempotent: credit has a key of run and account, a
 * created account the id of its row, a change of status its entry in the history; sign-outs can be repeated.
 * @throws errors that are not a rejection of the row; the row is then retried
 */
export async function processRow(deps: AccountsDeps, run: Run, row: Row): Promise<Outcome> {
  let changes: string | undefined
  const ctx: Ctx = {
    actor: run.actor,
    requestId: run.requestId,
    idempotencyKey: run.operation === 'create' ? undefined : `${run._id}:${row.accountId}`,
    ifMatch: undefined,
    setHeader: (name, value) => {
      if (name === changesHeader) changes = value
    },
  }
  try {
    if (run.operation === 'create') return { row: await createRow(deps, ctx, run, row) }
    if (run.operation === 'suspend' || run.operation === 'activate') {
      const done = await setStatus(deps, ctx, run, row)
      return { row: done, ...(changes === undefined ? {} : { changes }) }
    }
    await runOperation(deps, ctx, run, row)
    return { row, ...(changes === undefined ? {} : { changes }) }
  } catch (error) {
    if (!isRejection(error)) throw error
    return { row: { ...visibleOf(row), message: error.message }, rejection: error }
  }
}

async function runOperation(deps: AccountsDeps, ctx: Ctx, run: Run, row: Row): Promise<unknown> {
  const { operation, role, parentId, amount = 0n, note, paidAs = 'points' } = run
  const { accountId: id, settlementId = '' } = row
  if (operation === 'pay-commissions')
    return paySettlement(deps, { ctx, input: { settlementId, as: paidAs, password: '' } })
  if (operation === 'log-out') return logoutPlayer(deps, { ctx, input: { id } })
  if (operation === 'set-limits') {
    const unconditional = { ...ctx, ifMatch: '*' }
    return setLimits(deps, { ctx: unconditional, input: { userId: id, set: run.limits ?? {} } })
  }
  const receiver = { role, toUserId: id, ...(parentId === undefined ? {} : { parentId }) }
  const request = toCreditRequest(ctx.actor, receiver, { transferAmount: toPoints(amount), password: '', note })
  return bookCredit(deps, { ctx, input: request })
}

/** Temporary errors, unknown outcomes and a rejected actor are no rejections of the row. */
const isRejection = (error: unknown): error is AppError =>
  error instanceof AppError &&
  statusByCode[error.code] < 500 &&
  (error.code !== 'TOO_MANY_REQUESTS' || error.reason === 'TOO_MANY_REJECTIONS') &&
  error.code !== 'UNAUTHENTICATED'

/** Audit entry of a row, worded like the equivalent single call. */
export function toRowActivity(run: Run, { row, rejection, changes }: Outcome, at: Date): ActivityRecorded {
  const { endpoint, sent } = buildCall(run, row)
  return toActivity({
    by: run,
    endpoint,
    sent,
    url: `/runs/${run._id}`,
    at,
    object: row.username === '' ? undefined : { _id: row.accountId, username: row.username },
    changes: changes === undefined ? undefined : LoggedChanges.parse(JSON.parse(decodeURIComponent(changes))),
    rejection,
  })
}

function buildCall(
  { operation, role, amount = 0n, note, limits = {}, paidAs }: Run,
  { accountId: id }: Row,
): { endpoint: AnyEndpoint; sent: RawRequest } {
  const none = { params: {}, query: {}, body: {} }
  if (operation === 'create') return { endpoint: accountApi[role].create, sent: none }
  if (operation === 'pay-commissions') return { endpoint: settlementApi.pay, sent: { ...none, body: { as: paidAs } } }
  if (operation === 'log-out') return { endpoint: sessionApi.playerLogout, sent: { ...none, query: { id } } }
  if (operation === 'give-credit') {
    const body = { toUserId: id, transferAmount: toPoints(amount), note }
    return { endpoint: accountApi[role].transfer, sent: { ...none, body } }
  }
  if (operation === 'set-limits')
    return { endpoint: limitApi.change, sent: { ...none, params: { userId: id }, body: limits } }
  const action = operation === 'suspend' ? 'deactivate' : 'activate'
  return { endpoint: accountApi[role].toggle, sent: { ...none, params: { userId: id, action } } }
}
