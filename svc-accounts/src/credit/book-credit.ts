import { creditTexts } from '@cascade/contracts/accounts'
import { recordedHeader } from '@cascade/contracts/gateway'
import { type Actor, AppError, type Call, type Ctx, outcomeUnknown, requirePermission } from '@cascade/service-kit'
import { ledgerActorOf } from '../accounts/account'
import { readViewContext } from '../accounts/account-view'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { confirmPassword } from '../identity/passwords/confirm-password'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { isApprovalNeeded, isFinal, LedgerRejection, type TransferResult } from '../ledger'
import { bookByKey } from './book-by-key'
import { type CreditPlan, type CreditRequest, legsOf, planCredit } from './credit-rules'
import { type CreditResult, type ResponseContext, toCreditResult, toReplayedResult } from './responses'

type Booking = CreditRequest & { key: string }

/** Books a request once per `Idempotency-Key`. */
export async function bookCredit(deps: AccountsDeps, { ctx, input }: Call<CreditRequest>): Promise<CreditResult> {
  const { kind, amount, note } = input
  const result = await bookByKey(deps, ctx, {
    content: { kind, amount, note, ...legsOf(input) },
    book: (key, attempt) => bookOnce(deps, ctx, { booking: { ...input, key }, mayUseCache: attempt === 1 }),
    replay: booked => toReplayedResult(deps, ctx.actor, input, booked),
  })
  ctx.setHeader(recordedHeader, 'true')
  return result
}

/**
 * Plans on cached accounts, and reads what the response needs while the ledger writes. A change in the meantime rejects
 * the booking: the ledger compares versions, positions, password and session of the plan. The next attempt reads first, as
 * do runs and approved calls, which have no session.
 */
async function bookOnce(
  deps: AccountsDeps,
  ctx: Ctx,
  { booking, mayUseCache }: { booking: Booking; mayUseCache: boolean },
): Promise<CreditResult> {
  requirePermission(ctx, `${booking.role}.manage`)
  const isCheckedByLedger = mayUseCache && booking.sessionId !== undefined
  const cached = isCheckedByLedger ? planFromCache(deps, ctx.actor, booking) : undefined
  const plan = cached ?? (await readAndPlan(deps, ctx, booking))
  await confirmPassword(deps, ctx, { account: plan.account, password: booking.password })
  const [booked, context] = await Promise.allSettled([
    transfer(deps, ctx, { booking, plan }),
    readContext(deps, ctx.actor, { booking, plan }),
  ])
  if (booked.status === 'rejected') throw booked.reason
  const { transferId, replayed } = booked.value
  if (context.status === 'rejected') throw outcomeUnknown({ transferId, cause: context.reason })
  if (replayed) ctx.setHeader('Idempotent-Replayed', 'true')
  return toCreditResult(booking, { by: ctx.actor, result: booked.value, context: context.value })
}

function planFromCache(deps: AccountsDeps, viewer: Actor, booking: Booking): CreditPlan | undefined {
  const accounts = deps.accounts.cachedWithAncestors(idsOf(viewer.accountId, booking))
  const actor = accounts?.get(viewer.accountId)
  if (!accounts || !actor?.active) return undefined
  try {
    return planCredit(viewer, booking, { actor, accounts })
  } catch {
    return undefined
  }
}

async function readAndPlan(deps: AccountsDeps, ctx: Ctx, booking: Booking): Promise<CreditPlan> {
  const [actor, accounts] = await Promise.all([
    requireActor(deps, ctx),
    deps.accounts.findWithAncestors(idsOf(ctx.actor.accountId, booking)),
  ])
  return planCredit(ctx.actor, booking, { actor, accounts })
}

type PlannedBooking = { booking: Booking; plan: CreditPlan }

async function transfer(deps: AccountsDeps, ctx: Ctx, { booking, plan }: PlannedBooking): Promise<TransferResult> {
  const { kind, key, amount, note, amountField, sessionId } = booking
  const { source, destination, preconditions, account } = plan
  const { passwordVersion } = account
  const actor = ledgerActorOf(ctx.actor)
  const { requestId: correlationId, call } = ctx
  const request = { key, kind, source, destination, amount, actor, note, correlationId, call }
  try {
    return await deps.ledger.transfer({ ...request, preconditions, passwordVersion, sessionId })
  } catch (error) {
    throw isApprovalNeeded(error) ? approvalNeeded(toNeed(booking, plan)) : attachToField(error, amountField)
  }
}

/** The accounts of the level whose balance changes, for the response. */
async function readContext(
  deps: AccountsDeps,
  viewer: Actor,
  { booking, plan }: PlannedBooking,
): Promise<ResponseContext> {
  const accounts = await deps.accounts.findWithAncestors(idsOf(viewer.accountId, booking))
  const changed = [...new Set([booking.toUserId, booking.userId])]
  const listed = changed.flatMap(id => accounts.get(id) ?? []).filter(({ role }) => role === booking.role)
  const joined = await readViewContext(deps, viewer, listed, { parents: [...accounts.values()], booking: changed })
  const receiver = booking.kind === 'credit' ? plan.source : plan.destination
  return { accounts: listed, joined, receiverName: receiver.username }
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
  if (!(error instanceof LedgerRejection) || !isFinal(error.reason) || isOfNoField(error)) return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  const { reason, verdict, creditLeft } = error
  const errors = { [field]: message }
  return new AppError('VALIDATION', message, { reason, verdict, creditLeft, errors, cause: error })
}

const isOfNoField = ({ reason }: LedgerRejection) => reason === 'DECLINED' || reason === 'TRANSFER_OFF'
