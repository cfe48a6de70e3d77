import { createHash } from 'node:crypto'
import { can, type Permission, toHundredths } from '@cascade/contracts'
import { approvalHours, type approvalInternal, approvalTexts, openApprovalsMax } from '@cascade/contracts/accounts'
import { AppError, bookingIdOf, forbidden, isDuplicateKey, transferIdOf } from '@cascade/service-kit'
import type { z } from 'zod'
import { ancestorIds } from '../accounts/account'
import type { StoredAccount } from '../accounts/account-store'
import { findInScope, requireActor } from '../accounts/read-account'
import { confirmPassword, passwordOwnerOf } from '../credentials/confirm-password'
import type { AccountsDeps, InternalCall } from '../deps'
import type { StoredApproval } from './approval-store'
import { mayDecide } from './view-approval'

type ApprovalRequest = z.output<(typeof approvalInternal)['request']['body']>

const noticesMax = 50

/**
 * Stores a call that needs a second person, after the checks that the call itself would begin with: password, scope.
 * @returns no id for a call that may be executed at once
 */
export async function requestApproval(
  deps: AccountsDeps,
  { ctx: { requestId }, input }: InternalCall<ApprovalRequest>,
): Promise<{ approvalId?: string }> {
  const { actor, permission, key, password } = input
  const ctx = { actor, requestId }
  if (!(await isNeeded(deps, input))) return {}
  const requester = await requireActor(deps, ctx)
  if (permission !== 'any' && !can(requester.role, permission as Permission)) throw forbidden()
  if (password !== undefined) await confirmPassword(deps, ctx, { account: passwordOwnerOf(requester), password })
  const approvalId = transferIdOf(actor.accountId, `approval:${key}`)
  const hash = hashOf(input)
  const before = await findRequested(deps, approvalId, hash)
  if (before) return { approvalId }
  const object = await findInScope(deps, actor, input.accountId ?? requester._id)
  if ((await deps.approvals.countOpen(actor.accountId, openApprovalsMax)) >= openApprovalsMax)
    throw new AppError('UNPROCESSABLE', approvalTexts.tooMany)
  const row = toRow(input, { _id: approvalId, hash, requester, object, now: deps.now() })
  const deciders = await findDeciders(deps, row, requester)
  const data = { approvalId, operation: row.operation, by: requester.username }
  await deps
    .transaction(async tx => {
      await deps.approvals.insert(row, tx)
      await deps.notices.insert(deciders, { kind: 'approval-requested', data }, tx)
    })
    .catch(async (error: unknown) => {
      if (!isDuplicateKey(error) || !(await findRequested(deps, approvalId, hash))) throw error
    })
  return { approvalId }
}

/** `above` is inclusive. A call that was booked under its key before is only repeated. */
async function isNeeded(deps: AccountsDeps, { operation, amount, actor, key }: ApprovalRequest): Promise<boolean> {
  const rule = (await deps.policy.read()).policy.approvals.find(each => each.operation === operation)
  if (!rule) return false
  if (rule.above !== undefined && toHundredths(amount ?? 0) < toHundredths(rule.above)) return false
  const { accountId } = actor
  return amount === undefined || (await deps.ledger.outcome(accountId, bookingIdOf(accountId, key))) !== 'booked'
}

function hashOf({ endpointId, path, body = '', ifMatch = '' }: ApprovalRequest): string {
  return createHash('sha256').update([endpointId, path, body, ifMatch].join('\n')).digest('base64url')
}

async function findRequested({ approvals }: AccountsDeps, id: string, hash: string) {
  const row = await approvals.find(id)
  if (row && row.hash !== hash) {
    throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
  }
  return row
}

type RowParts = { _id: string; hash: string; requester: StoredAccount; object: StoredAccount; now: Date }

function toRow(input: ApprovalRequest, { _id, hash, requester, object, now }: RowParts): StoredApproval {
  const { operation, actor, endpointId, path, body, ifMatch, note, amount } = input
  return {
    _id,
    hash,
    operation,
    state: 'open',
    requester: actor,
    ancestry: requester.ancestry,
    permission: input.permission as Permission,
    endpointId,
    path,
    ...(body !== undefined && { body }),
    ...(ifMatch !== undefined && { ifMatch }),
    accountId: object._id,
    object: object.username,
    ...(note !== undefined && { note }),
    ...(amount !== undefined && { amount }),
    createdAt: now,
    endsAt: new Date(now.getTime() + approvalHours * 3_600_000),
  }
}

/** Those who get a notice: ancestors and superadmins. */
async function findDeciders({ accounts }: AccountsDeps, row: StoredApproval, requester: StoredAccount) {
  const ids = [...ancestorIds(requester.ancestry), ...(await accounts.activeSuperadminIds())]
  const found = await accounts.findMany([...new Set(ids)].slice(0, noticesMax))
  return found.filter(account => account.active && mayDecide(account, row, requester)).map(({ _id }) => _id)
}
