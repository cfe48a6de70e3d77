import { can, type Permission, permissions } from '@cascade/contracts'
import { type Approval, type ApprovalOrder, approvalTexts } from '@cascade/contracts/accounts'
import { type Actor, type Call, conflict, isInScope, notFound } from '@cascade/service-kit'
import { windowOf } from '../accounts/directory/windows'
import { isActiveWithAncestors, requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import type { StoredApproval } from './approval-store'
import { mayDecide, toApproval, withBalances } from './view-approval'

type Listing = { page?: number | undefined; size?: number | undefined; state?: string | undefined }

/** Own requests, and those that the caller may decide or could have decided. */
export async function listApprovals(deps: AccountsDeps, { ctx: { actor }, input }: Call<Listing>) {
  const isAll = actor.role === 'superadmin'
  const own = (Object.keys(permissions) as Permission[]).filter(permission => can(actor.role, permission))
  const window = { ...windowOf(input), state: input.state }
  const { rows, total } = await deps.approvals.page(actor, isAll ? 'all' : own, window)
  const views = rows.map(row => ({ row, approval: toApproval(row, { viewerId: actor.accountId, now: deps.now() }) }))
  return { data: await withBalances(deps, views), total }
}

export async function withdrawApproval(deps: AccountsDeps, { ctx, input: { id } }: Call<{ id: string }>) {
  await requireActor(deps, ctx)
  const row = await deps.approvals.find(id)
  if (row?.requester.accountId !== ctx.actor.accountId) throw notFound()
  const decided = await deps.transaction(tx => deps.approvals.decide(id, { state: 'withdrawn' }, tx))
  return { message: approvalTexts.withdrawn, data: viewOf(deps, requireDecided(decided), ctx.actor) }
}

export async function declineApproval(deps: AccountsDeps, { ctx, input }: Call<{ id: string; reason: string }>) {
  await requireDecider(deps, ctx.actor, input.id)
  const set = { state: 'declined' as const, reason: input.reason, decidedBy: ctx.actor.username }
  const row = await decide(deps, input.id, set)
  return { message: approvalTexts.declined, data: viewOf(deps, row, ctx.actor) }
}

type Approved = { approval: Approval; order?: ApprovalOrder }

/** @returns no order if the requester lost the rights */
export async function approve(deps: AccountsDeps, actor: Actor, id: string): Promise<Approved> {
  await requireDecider(deps, actor, id)
  const row = await decide(deps, id, { state: 'approved', decidedBy: actor.username })
  const order = await orderOf(deps, row)
  if (order) return { approval: viewOf(deps, row, actor), order }
  return { approval: viewOf(deps, (await deps.approvals.find(id)) ?? row, actor) }
}

/** Orders whose executor is gone. */
export async function claimOrders(deps: AccountsDeps): Promise<{ orders: ApprovalOrder[] }> {
  const orders: ApprovalOrder[] = []
  for (const row of await deps.approvals.claim()) {
    const order = await orderOf(deps, row)
    if (order) orders.push(order)
  }
  return { orders }
}

type Outcome = { approvalId: string; status: number; failure?: string | undefined }

/** Stores an outcome, once. */
export async function finishApproval(deps: AccountsDeps, { approvalId, status, failure }: Outcome) {
  const row = await deps.approvals.find(approvalId)
  if (!row) throw notFound()
  const isDone = failure === undefined || (status === 404 && (await isDeleted(deps, row)))
  const finished = await finish(deps, row, isDone ? undefined : failure)
  const newest = finished ?? (await deps.approvals.find(approvalId)) ?? row
  return { approval: toApproval(newest, { viewerId: '', now: deps.now() }), isFirst: finished !== null }
}

/** The deletion was executed before, and only its response was lost. */
const isDeleted = async ({ accounts }: AccountsDeps, { operation, accountId }: StoredApproval) =>
  operation === 'account.delete' && (await accounts.find(accountId)) === undefined

/** Keys of executed calls are stored for a day: later, a call could be executed again. */
const triesForMs = 12 * 3_600_000

/** The call with the requester's present rights; a request without them fails. */
async function orderOf(deps: AccountsDeps, row: StoredApproval): Promise<ApprovalOrder | undefined> {
  const { _id: approvalId, endpointId, path, body, ifMatch, requester: actor, decidedBy: approvedBy = '' } = row
  const failure = await failureOf(deps, row)
  if (failure === undefined) return { approvalId, endpointId, path, body, ifMatch, actor, approvedBy }
  await finish(deps, row, failure)
  return undefined
}

async function failureOf(deps: AccountsDeps, row: StoredApproval): Promise<string | undefined> {
  const { requester, permission, accountId, decidedAt } = row
  if (decidedAt && deps.now().getTime() - decidedAt.getTime() > triesForMs) return approvalTexts.unknownOutcome
  const [account, object] = await Promise.all([deps.accounts.find(requester.accountId), deps.accounts.find(accountId)])
  const isAllowed =
    account !== undefined &&
    (await isActiveWithAncestors(deps, account)) &&
    can(account.role, permission) &&
    // A deleted object is for the call itself to reject: the deletion may be its own.
    (object === undefined || isInScope(requester, object))
  return isAllowed ? undefined : approvalTexts.rightsLost
}

/** @throws AppError NOT_FOUND unless the actor may decide it */
async function requireDecider(deps: AccountsDeps, actor: Actor, id: string): Promise<void> {
  const [account, row] = await Promise.all([requireActor(deps, { actor }), deps.approvals.find(id)])
  const requester = row && (await deps.accounts.find(row.requester.accountId))
  if (!row || !requester || !mayDecide(account, row, requester)) throw notFound()
}

function decide(deps: AccountsDeps, id: string, set: Parameters<AccountsDeps['approvals']['decide']>[1]) {
  return deps.transaction(async tx => {
    const row = requireDecided(await deps.approvals.decide(id, set, tx))
    // Approved ones get their notice with the outcome.
    if (row.state !== 'approved') await writeNotice(deps, row, tx)
    return row
  })
}

function finish(deps: AccountsDeps, { _id }: StoredApproval, failure: string | undefined) {
  const set = failure === undefined ? { state: 'approved' as const } : { state: 'failed' as const, reason: failure }
  return deps.transaction(async tx => {
    const row = await deps.approvals.finish(_id, set, tx)
    if (row) await writeNotice(deps, row, tx)
    return row
  })
}

type Tx = Parameters<AccountsDeps['notices']['insert']>[2]

function writeNotice(deps: AccountsDeps, row: StoredApproval, tx: Tx) {
  const { _id: approvalId, operation, decidedBy: by = '', state, requester } = row
  const data = { approvalId, operation, by, state }
  return deps.notices.insert([requester.accountId], { kind: 'approval-decided', data }, tx)
}

/** @throws AppError CONFLICT for a decided or expired one */
function requireDecided(row: StoredApproval | null): StoredApproval {
  if (!row) throw conflict(approvalTexts.decided)
  return row
}

const viewOf = (deps: AccountsDeps, row: StoredApproval, { accountId }: Pick<Actor, 'accountId'>) =>
  toApproval(row, { viewerId: accountId, now: deps.now() })
