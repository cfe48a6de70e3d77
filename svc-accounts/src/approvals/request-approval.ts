import { createHash } from 'node:crypto'
import { can, type Permission, toHundredths } from '@cascade/contracts'
import { approvalHours, type approvalInternal, approvalTexts, openApprovalsMax } from '@cascade/contracts/accounts'
import { parseDrawId } from '@cascade/contracts/live'
import {
  AppError,
  conflict,
  forbidden,
  invalid,
  isDuplicateKey,
  nameOfActor,
  type ServiceCall,
  transferIdOf,
} from '@cascade/service-kit'
import type { z } from 'zod'
import type { StoredAccount } from '../accounts/account-store'
import { findInScope, requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { isUndecided, type StoredApproval } from './approval-store'
import { drawEndOf } from './callable'
import { decidersOf } from './deciders'
import { impliedDetails, readDetails } from './details'

type ApprovalRequest = z.output<(typeof approvalInternal)['request']['body']>

/**
 * Stores a call that needs a second person.
 * @returns no id for a call that may be executed at once
 */
export async function requestApproval(
  deps: AccountsDeps,
  { input }: ServiceCall<ApprovalRequest>,
): Promise<{ approvalId?: string }> {
  const { actor, permission, key } = input
  const approvalId = transferIdOf(actor.accountId, `approval:${key}`)
  const hash = hashOf(input)
  // First: a request stays what it is when its rule changes.
  if (await findRequested(deps, approvalId, hash)) return { approvalId }
  if (!input.isNeeded && !(await isRuled(deps, input))) return {}
  const requester = await requireActor(deps, { actor })
  if (permission !== 'any' && !can(requester.role, permission as Permission)) throw forbidden()
  const object = await findInScope(deps, actor, input.accountId ?? requester._id)
  if ((await deps.approvals.countOpen(actor.accountId, openApprovalsMax)) >= openApprovalsMax)
    throw new AppError('UNPROCESSABLE', approvalTexts.tooMany)
  const row = await toRow(deps, input, { _id: approvalId, hash, requester, object })
  const deciders = await decidersOf(deps, row, requester)
  if (deciders.length === 0) throw new AppError('UNPROCESSABLE', approvalTexts.noDecider)
  const data = { approvalId, operation: row.operation, by: nameOfActor(actor) }
  const notices = deps.notices.writes(
    deciders.map(({ _id }) => _id),
    { kind: 'approval-requested', data },
  )
  await deps
    .transaction(async tx => {
      await deps.approvals.insert(row, tx)
      await deps.write(notices, tx)
    })
    .catch(async (error: unknown) => {
      if (!isDuplicateKey(error) || !(await findRequested(deps, approvalId, hash))) throw error
    })
  return { approvalId }
}

/** `above` is inclusive. */
async function isRuled(deps: AccountsDeps, { operation, amount = 0 }: ApprovalRequest): Promise<boolean> {
  const rule = (await deps.policy.read()).policy.approvals.find(each => each.operation === operation)
  return rule !== undefined && toHundredths(amount) >= toHundredths(rule.above ?? 0)
}

function hashOf({ endpointId, path, body = '', ifMatch = '' }: ApprovalRequest): string {
  return createHash('sha256').update([endpointId, path, body, ifMatch].join('\n')).digest('base64url')
}

/** @throws AppError UNPROCESSABLE for another call, CONFLICT for a request that ended without being executed */
async function findRequested({ approvals, now }: AccountsDeps, id: string, hash: string) {
  const row = await approvals.find(id)
  if (!row) return undefined
  if (row.hash !== hash) {
    throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
  }
  const isUndone = isUndecided(row, now())
  if (isUndone && row.state === 'failed') throw conflict(`${approvalTexts.failed} ${row.reason ?? ''}`.trim())
  if (!isUndone && row.state !== 'approved') throw conflict(approvalTexts.ended)
  return row
}

type RowParts = { _id: string; hash: string; requester: StoredAccount; object: StoredAccount }

async function toRow(deps: AccountsDeps, input: ApprovalRequest, parts: RowParts): Promise<StoredApproval> {
  const { operation, actor, endpointId, path, body, ifMatch, key, drawId, payerId, note, amount, isSecret } = input
  const { _id, hash, requester, object } = parts
  const now = deps.now()
  const drawEnd = drawEndOf(operation, drawId, (await deps.policy.read()).policy)
  if (drawId !== undefined && parseDrawId(drawId) === undefined) throw invalid(approvalTexts.drawNeeded, 'drawId')
  if (drawEnd && drawEnd <= now) throw conflict(approvalTexts.drawOver)
  const dayLater = new Date(now.getTime() + approvalHours * 3_600_000)
  return {
    ...{ _id, key, hash, operation, state: 'open', requester: actor, ancestry: requester.ancestry },
    permission: input.permission as Permission,
    endpointId,
    path,
    ...(body !== undefined && { body: isSecret ? deps.secretSeal.seal(_id, { body }) : body }),
    ...(isSecret && { isSealed: true }),
    ...(ifMatch !== undefined && { ifMatch }),
    accountId: object._id,
    object: object.username,
    details: { ...(input.details ?? (await readDetails(deps, input))), ...impliedDetails[operation] },
    ...(drawId !== undefined && { drawId }),
    ...(payerId !== undefined && { payerId }),
    ...(note !== undefined && { note }),
    ...(amount !== undefined && { amount }),
    createdAt: now,
    endsAt: drawEnd && drawEnd < dayLater ? drawEnd : dayLater,
  }
}
