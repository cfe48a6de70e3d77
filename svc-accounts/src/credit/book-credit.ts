import { isDeepStrictEqual } from 'node:util'
import { creditTexts } from '@cascade/contracts/accounts'
import { AppError, bookingKeyOf, type Call, type Ctx, requirePermission } from '@cascade/service-kit'
import { ledgerActorOf, StaleAccount } from '../accounts/account'
import { readViewContext } from '../accounts/account-view'
import { requireActor } from '../accounts/find-account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import type { AccountsDeps } from '../deps'
import { confirmPassword } from '../identity/passwords/confirm-password'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { isApprovalNeeded, isFinal, LedgerRejection } from '../ledger'
import { type CreditOrder, type CreditPlan, legsOf, planCredit } from './credit-rules'
import { type CreditResult, type ResponseContext, toCreditResult, toReplayedResult } from './responses'

/** `key` is the same for all attempts of one call. */
type Booking = CreditOrder & { key: string }
type Authorised = ResponseContext & { plan: CreditPlan }

/**
 * Books an order once per `Idempotency-Key`, without expiry; a call without a key is always a new booking. An earlier
 * booking of the key is looked up only after a failure, so that first calls stay fast; it is returned whatever the failure
 * was (a mistyped password, a suspension, a move).
 */
export async function bookCredit(deps: AccountsDeps, { ctx, input }: Call<CreditOrder>): Promise<CreditResult> {
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
 * Plans optimistically on cached accounts, so that the ledger starts immediately. While it writes, the accounts are read
 * and the plan is rebuilt; it commits only if both plans are equal. On a cache miss or a rejection by the cached plan, the
 * accounts are read first. Nothing is read after the commit.
 */
async function bookOnce(deps: AccountsDeps, ctx: Ctx, booking: Booking): Promise<CreditResult> {
  let current: Authorised | undefined
  let plan = planFromCache(deps, ctx, booking)
  if (!plan) {
    current = await authorise(deps, ctx, booking)
    plan = current.plan
  }
  await confirmPassword(deps, ctx, { account: plan.account, password: booking.password })
  const { kind, key, amount, note, amountField } = booking
  const { source, destination, preconditions } = plan
  const confirm = async () => {
    current = await recheckPlan(deps, ctx, { booking, plan })
  }
  const actor = ledgerActorOf(ctx.actor)
  const request = { key, kind, source, destination, amount, actor, note, correlationId: ctx.requestId }
  const result = await deps.ledger.transfer({ ...request, preconditions, confirm }).catch(error => {
    throw isApprovalNeeded(error) ? approvalNeeded(toNeed(booking, plan)) : attachToField(error, amountField)
  })
  if (result.replayed) ctx.setHeader('Idempotent-Replayed', 'true')
  return toCreditResult(booking, { by: ctx.actor, result, context: current ?? (await authorise(deps, ctx, booking)) })
}

/** Authorisation re-check, run on every commit attempt. @throws StaleAccount if the plan has changed */
async function recheckPlan(
  deps: AccountsDeps,
  ctx: Ctx,
  { booking, plan }: { booking: Booking; plan: CreditPlan },
): Promise<Authorised> {
  const authorised = await authorise(deps, ctx, booking)
  if (!isDeepStrictEqual(authorised.plan, plan)) throw new StaleAccount()
  return authorised
}

/** Reads everything that the decision and the response need. `accounts`: accounts of the level whose balance changes. */
async function authorise(deps: AccountsDeps, ctx: Pick<Ctx, 'actor'>, order: CreditOrder): Promise<Authorised> {
  requirePermission(ctx, `${order.role}.manage`)
  const [actor, accounts] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.findWithAncestors(idsOf(ctx.actor.accountId, order)),
  ])
  const plan = planCredit(ctx.actor, order, { actor, accounts })
  const booking = [...new Set([order.toUserId, order.userId])]
  const listed = booking.flatMap(id => accounts.get(id) ?? []).filter(({ role }) => role === order.role)
  const joined = await readViewContext(deps, ctx.actor, listed, { parents: [...accounts.values()], booking })
  return { plan, accounts: listed, joined, receiverName: accounts.get(order.toUserId)?.username ?? '' }
}

function planFromCache(
  deps: Pick<AccountsDeps, 'accounts'>,
  { actor: viewer }: Pick<Ctx, 'actor'>,
  order: CreditOrder,
): CreditPlan | undefined {
  const accounts = deps.accounts.cachedWithAncestors(idsOf(viewer.accountId, order))
  const actor = accounts?.get(viewer.accountId)
  if (!accounts || !actor) return undefined
  try {
    return planCredit(viewer, order, { actor, accounts })
  } catch {
    return undefined
  }
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

const idsOf = (actorId: string, { toUserId, userId }: CreditOrder) => [...new Set([toUserId, userId, actorId])]

function attachToField(error: unknown, field: CreditOrder['amountField']): unknown {
  if (!(error instanceof LedgerRejection) || !isFinal(error.reason) || error.reason === 'DECLINED') return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  const { reason, verdict, creditLeft } = error
  const errors = { [field]: message }
  return new AppError('VALIDATION', message, { reason, verdict, creditLeft, errors, cause: error })
}
