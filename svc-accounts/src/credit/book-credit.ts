import { creditTexts } from '@cascade/contracts/accounts'
import { AppError, bookingKeyOf, type Call, type Ctx, requirePermission } from '@cascade/service-kit'
import { ledgerActorOf } from '../accounts/account'
import { readViewContext } from '../accounts/account-view'
import { requireActor } from '../accounts/find-account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import { confirmPassword } from '../identity/passwords/confirm-password'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { isApprovalNeeded, isFinal, LedgerRejection } from '../ledger'
import { type CreditPlan, type CreditRequest, legsOf, planCredit } from './credit-rules'
import { type CreditResult, type ResponseContext, toCreditResult, toReplayedResult } from './responses'

/** `key` is the same for all attempts of one call. */
type Booking = CreditRequest & { key: string }
type Authorised = ResponseContext & { plan: CreditPlan }

/**
 * Books a request once per `Idempotency-Key`, without expiry; a call without a key is always a new booking. An earlier
 * booking of the key is looked up only after a failure, so that first calls stay fast; it is returned whatever the failure
 * was (a mistyped password, a suspension, a move).
 */
export async function bookCredit(deps: AccountsDeps, { ctx, input }: Call<CreditRequest>): Promise<CreditResult> {
  const { idempotencyKey } = ctx
  const key = idempotencyKey === undefined ? `once:${deps.newId()}` : bookingKeyOf(idempotencyKey)
  const booking = { ...input, key }
  try {
    return await retryOnConflict(() => bookOnce(deps, ctx, booking))
  } catch (error) {
    const isVerdict = error instanceof AppError && error.verdict !== undefined
    if (idempotencyKey === undefined || isVerdict) throw error
    const { kind, amount, note } = booking
    const content = { kind, amount, note, ...legsOf(booking) }
    const booked = await deps.ledger.findBooked(ctx.actor.accountId, key, content).catch(() => undefined)
    if (!booked) throw error
    ctx.setHeader('Idempotent-Replayed', 'true')
    return toReplayedResult(deps, ctx.actor, booking, booked)
  }
}

/**
 * Reads and plans before the ledger writes; nothing is read after the commit. What has changed in between rejects the
 * booking: the ledger compares the versions of the accounts in the plan, and reads the session.
 */
async function bookOnce(deps: AccountsDeps, ctx: Ctx, booking: Booking): Promise<CreditResult> {
  const { plan, ...context } = await authorise(deps, ctx, booking)
  await confirmPassword(deps, ctx, { account: plan.account, password: booking.password })
  const { kind, key, amount, note, amountField, sessionId } = booking
  const { source, destination, preconditions } = plan
  const actor = ledgerActorOf(ctx.actor)
  const request = { key, kind, source, destination, amount, actor, note, correlationId: ctx.requestId }
  const result = await deps.ledger.transfer({ ...request, preconditions, sessionId }).catch(error => {
    throw isApprovalNeeded(error) ? approvalNeeded(toNeed(booking, plan)) : attachToField(error, amountField)
  })
  if (result.replayed) ctx.setHeader('Idempotent-Replayed', 'true')
  return toCreditResult(booking, { by: ctx.actor, result, context })
}

/** Reads everything that the decision and the response need. `accounts`: accounts of the level whose balance changes. */
async function authorise(deps: AccountsDeps, ctx: Pick<Ctx, 'actor'>, request: CreditRequest): Promise<Authorised> {
  requirePermission(ctx, `${request.role}.manage`)
  const [actor, accounts] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.findWithAncestors(idsOf(ctx.actor.accountId, request)),
  ])
  const plan = planCredit(ctx.actor, request, { actor, accounts })
  const booking = [...new Set([request.toUserId, request.userId])]
  const listed = booking.flatMap(id => accounts.get(id) ?? []).filter(({ role }) => role === request.role)
  const joined = await readViewContext(deps, ctx.actor, listed, { parents: [...accounts.values()], booking })
  return { plan, accounts: listed, joined, receiverName: accounts.get(request.toUserId)?.username ?? '' }
}

const operations = {
  generated: 'credit.issue',
  transfer: 'credit.transfer',
  debit: 'credit.adjust',
  credit: 'credit.adjust',
} as const

const toNeed = ({ kind, amount }: Booking, { source, destination }: CreditPlan) => ({
  operation: operations[kind],
  amount,
  ...(kind !== 'generated' && { payerId: source.walletId }),
  details: { ...(kind !== 'generated' && { from: source.username }), to: destination.username },
})

const idsOf = (actorId: string, { toUserId, userId }: CreditRequest) => [...new Set([toUserId, userId, actorId])]

function attachToField(error: unknown, field: CreditRequest['amountField']): unknown {
  if (!(error instanceof LedgerRejection) || !isFinal(error.reason) || error.reason === 'DECLINED') return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  const { reason, verdict, creditLeft } = error
  const errors = { [field]: message }
  return new AppError('VALIDATION', message, { reason, verdict, creditLeft, errors, cause: error })
}
