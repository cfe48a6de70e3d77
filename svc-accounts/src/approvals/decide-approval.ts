import { can, type Permission, permissions } from '@cascade/contracts'
import { type Approval, type ApprovedCall, approvalApi, approvalTexts } from '@cascade/contracts/accounts'
import { type Actor, type Call, type Ctx, conflict, forbidden, notFound, type ServiceCall } from '@cascade/service-kit'
import { requireActor } from '../accounts/find-account'
import { toWindow } from '../accounts/lists/windows'
import { authorityEvent, authorityWrite } from '../activities/authority-event'
import type { AccountsDeps } from '../deps'
import type { StoredApproval } from './approval-store'
import { faultOf, toCall } from './callable'
import { closeRequest, settleIfBooked } from './close-request'
import { isAbove, isOther } from './deciders'
import { finishApproval } from './finish-approval'
import { toApproval, viewsOf } from './view-approval'

type Listing = { page?: number | undefined; size?: number | undefined; state?: string | undefined }

/** Own requests, and those of accounts below that may be or could have been decided from above. */
export async function listApprovals(deps: AccountsDeps, { ctx: { actor }, input }: Call<Listing>) {
  const isAll = actor.role === 'superadmin'
  const own = (Object.keys(permissions) as Permission[]).filter(permission => can(actor.role, permission))
  const window = { ...toWindow(input), state: input.state }
  const { rows, total } = await deps.approvals.page(actor, isAll ? 'all' : own, window)
  const current = await Promise.all(rows.map(row => settleIfBooked(deps, row)))
  return { data: await viewsOf(deps, current, actor.accountId), total }
}

export async function withdrawApproval(deps: AccountsDeps, { ctx, input: { id } }: Call<{ id: string }>) {
  await requireActor(deps, ctx)
  const row = await deps.approvals.find(id)
  if (row?.requester.accountId !== ctx.actor.accountId) throw notFound()
  const record = authorityWrite(ctx, decisionOf(deps, row, approvalApi.withdraw))
  const closed = await closeRequest(deps, row, { state: 'withdrawn' }, [record])
  return { message: approvalTexts.withdrawn, data: await viewOf(deps, closed, ctx.actor) }
}

export async function declineApproval(deps: AccountsDeps, { ctx, input }: Call<{ id: string; reason: string }>) {
  const row = await requireDecider(deps, ctx.actor, input.id)
  const set = { state: 'declined' as const, reason: input.reason, decidedBy: ctx.actor.username }
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
  sent: { body: { by: row.requester.username, operation: row.operation, amount: row.amount } },
  url: endpoint.path.replace(':id', row._id),
  at: now(),
  object: { _id: row.accountId, username: row.object },
})

type Approved = { approval: Approval; call?: ApprovedCall }

/** @returns no call if the requester has lost the rights, or it is too late */
export async function approve(
  deps: AccountsDeps,
  { ctx, input: { actor, approvalId } }: ServiceCall<{ actor: Actor; approvalId: string }>,
): Promise<Approved> {
  const before = await requireDecider(deps, actor, approvalId)
  const approver = { id: actor.accountId, username: actor.username, role: actor.role }
  const record = authorityEvent({ ...ctx, actor }, decisionOf(deps, before, approvalApi.approve))
  const row = await deps.transaction(async tx => {
    const approved = await deps.approvals.approve(approvalId, approver, tx)
    if (!approved) throw conflict(approvalTexts.decided)
    await deps.notices.resolve(approvalId, tx)
    await deps.write([record], tx)
    return approved
  })
  const call = await callOf(deps, row)
  const newest = call ? row : ((await deps.approvals.find(approvalId)) ?? row)
  return { approval: await viewOf(deps, newest, actor), ...(call && { call }) }
}

/** Calls whose executor is gone. */
export async function claimCalls(deps: AccountsDeps): Promise<{ calls: ApprovedCall[] }> {
  const calls: ApprovedCall[] = []
  for (const row of await deps.approvals.claim()) {
    const call = await callOf(deps, row)
    if (call) calls.push(call)
  }
  return { calls }
}

async function callOf(deps: AccountsDeps, row: StoredApproval): Promise<ApprovedCall | undefined> {
  const fault = await faultOf(deps, row)
  const call = fault === undefined ? toCall(deps, row) : undefined
  if (!call) await finishApproval(deps, row, { message: fault ?? approvalTexts.unknownOutcome })
  return call
}

/** Stores an outcome, once. */
export async function storeOutcome(
  deps: AccountsDeps,
  input: { approvalId: string; failure?: Parameters<typeof finishApproval>[2] },
) {
  const row = await deps.approvals.find(input.approvalId)
  if (!row) throw notFound()
  const finished = await finishApproval(deps, row, input.failure)
  const newest = finished ?? (await deps.approvals.find(row._id)) ?? row
  return { approval: toApproval(newest, { viewerId: '', now: deps.now() }), isFirst: finished !== null }
}

/** @throws AppError NOT_FOUND unless the actor is above the requester, FORBIDDEN if both may be one person */
async function requireDecider(deps: AccountsDeps, actor: Actor, id: string): Promise<StoredApproval> {
  const [account, row] = await Promise.all([requireActor(deps, { actor }), deps.approvals.find(id)])
  const requester = row && (await deps.accounts.find(row.requester.accountId))
  if (!row || !requester || !isAbove(account, row, requester)) throw notFound()
  const setUps = (await deps.credentials.setUpsOf([requester._id])).get(requester._id)
  if (!isOther(account, setUps, deps.now())) throw forbidden(approvalTexts.samePerson)
  return row
}

async function viewOf(deps: AccountsDeps, row: StoredApproval, { accountId }: Pick<Ctx['actor'], 'accountId'>) {
  const [view] = await viewsOf(deps, [row], accountId)
  return view ?? toApproval(row, { viewerId: accountId, now: deps.now() })
}
