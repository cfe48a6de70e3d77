import { can, type Permission, permissions } from '@cascade/contracts'
import { approvalApi, approvalTexts } from '@cascade/contracts/accounts'
import {
  type Actor,
  type Call,
  conflict,
  forbidden,
  loginIdOf,
  nameOfActor,
  notFound,
  withTimeout,
} from '@cascade/service-kit'
import { toWindow } from '../accounts/lists/windows'
import { authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import { requireLogin } from '../identity/login'
import type { StoredApproval } from './approval-store'
import { closeRequest, settleIfBooked } from './close-request'
import { isOwnersDecision, mayDecide } from './deciders'
import { executeCall } from './execute-call'
import { findSetters, isOnePerson } from './one-person'
import { toApproval, viewsOf } from './view-approval'

type Listing = { page?: number | undefined; size?: number | undefined; state?: string | undefined }

/** Own requests, and those of accounts below that may be or could have been decided from above. */
export async function listApprovals(deps: AccountsDeps, { ctx: { actor }, input }: Call<Listing>) {
  const isAll = actor.role === 'superadmin'
  const own = (Object.keys(permissions) as Permission[]).filter(permission => can(actor.role, permission))
  const window = { ...toWindow(input), state: input.state }
  const { rows, total } = await deps.approvals.page(actor, isAll ? 'all' : own, window)
  const current = await Promise.all(rows.map(row => settleIfBooked(deps, row)))
  return { data: await viewsOf(deps, current, actor), total }
}

export async function withdrawRequest(deps: AccountsDeps, { ctx, input: { id } }: Call<{ id: string }>) {
  const login = await requireLogin(deps, ctx)
  const row = await deps.approvals.find(id)
  if (!row || loginIdOf(row.requester) !== login._id) throw notFound()
  const record = authorityWrite(ctx, decisionOf(deps, row, approvalApi.withdraw))
  const closed = await closeRequest(deps, row, { state: 'withdrawn' }, [record])
  return { message: approvalTexts.withdrawn, data: await viewOf(deps, closed, ctx.actor) }
}

export async function declineRequest(deps: AccountsDeps, { ctx, input }: Call<{ id: string; reason: string }>) {
  const row = await requireDecider(deps, ctx.actor, input.id)
  const set = { state: 'declined' as const, reason: input.reason, decidedBy: nameOfActor(ctx.actor) }
  const record = authorityWrite(ctx, decisionOf(deps, row, approvalApi.decline))
  const closed = await closeRequest(deps, row, set, [record])
  return { message: approvalTexts.declined, data: await viewOf(deps, closed, ctx.actor) }
}

/** The log entry of a decision names both persons, the object and the amount. */
const decisionOf = (
  { now }: AccountsDeps,
  row: StoredApproval,
  endpoint: (typeof approvalApi)[keyof typeof approvalApi],
) => ({
  endpoint,
  sent: { body: { by: nameOfActor(row.requester), operation: row.operation, amount: row.amount } },
  url: endpoint.path.replace(':id', row._id),
  at: now(),
  object: { _id: row.accountId, username: row.object },
})

/** An execution may take longer; the response then says that it is running. Below the gateway's timeout. */
const executionWaitMs = 8_000

/** Approves a request and executes its call. `enrolmentCode`: of removed factors, for the approver to hand over. */
export async function approveRequest(deps: AccountsDeps, { ctx, input: { id } }: Call<{ id: string }>) {
  const before = await requireDecider(deps, ctx.actor, id)
  const { accountId, username, role } = ctx.actor
  const decision = { approver: { id: accountId, username, role }, decidedBy: nameOfActor(ctx.actor) }
  const record = authorityWrite(ctx, decisionOf(deps, before, approvalApi.approve))
  const row = await deps.transaction(async tx => {
    const approved = await deps.approvals.approve(id, decision, tx)
    if (!approved) throw conflict(approvalTexts.decided)
    await deps.notices.resolve(id, tx)
    await deps.write([record], tx)
    return approved
  })
  const executed = await withTimeout(executeCall(deps, row), executionWaitMs, undefined)
  const data = await viewOf(deps, executed?.row ?? row, ctx.actor)
  if (data.state === 'failed') return { message: approvalTexts.failed, data }
  const message = executed ? approvalTexts.approved : approvalTexts.running
  return { message, data, enrolmentCode: executed?.enrolmentCode }
}

/** @throws AppError NOT_FOUND unless the actor may decide, FORBIDDEN if both may be one person */
async function requireDecider(deps: AccountsDeps, actor: Actor, id: string): Promise<StoredApproval> {
  const [login, row] = await Promise.all([requireLogin(deps, { actor }), deps.approvals.find(id)])
  const requester = row && (await deps.accounts.find(row.requester.accountId))
  if (!row || !requester || !mayDecide({ login, rights: actor.person?.rights }, row, requester)) throw notFound()
  const requesting = { _id: loginIdOf(row.requester), isPerson: row.requester.person !== undefined }
  const setters = await findSetters(deps, [login._id, requesting._id])
  if (isOnePerson(setters, login, requesting) && !isOwnersDecision(row)) throw forbidden(approvalTexts.samePerson)
  return row
}

async function viewOf(deps: AccountsDeps, row: StoredApproval, viewer: Actor) {
  const [view] = await viewsOf(deps, [row], viewer)
  return view ?? toApproval(row, { viewerId: loginIdOf(viewer), now: deps.now() })
}
