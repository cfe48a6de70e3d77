import { toPoints } from '@cascade/contracts'
import { CashRecorded, type PaymentInput, settlementTexts } from '@cascade/contracts/accounts'
import {
  auditChanges,
  authorOf,
  bookingIdOf,
  type Call,
  type Ctx,
  conflict,
  forbidden,
  isInScope,
  nameOfActor,
  newEvent,
  notFound,
  requirePermission,
} from '@cascade/service-kit'
import { ledgerActorOf, walletRefOf } from '../accounts/account'
import { requireActor } from '../accounts/find-account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { addEntry } from '../cash/cash-rules'
import { toCashEvent } from '../cash/commit-entry'
import type { AccountsDeps } from '../deps'
import { confirmPassword, passwordOwnerOf } from '../identity/passwords/confirm-password'
import { approvalNeeded } from '../identity/policy/require-second-person'
import { eventWrite, type SideWrite } from '../ledger'
import { findRecipients } from '../notices/find-recipients'
import { toSettlementView } from './list-settlements'
import { describeDue, noteOf, requireUnpaid, type Settlement } from './settlement-rules'

type Input = PaymentInput & { settlementId: string; sessionId?: string | undefined }

/** Pays what is due of a settlement, once, whatever the key; a repetition of the call gets the payment. */
export async function paySettlement(deps: AccountsDeps, { ctx, input }: Call<Input>) {
  requirePermission(ctx, 'cash.record')
  const { accountId } = ctx.actor
  const key = ctx.idempotencyKey ?? `once:${deps.newId()}`
  const cashId = bookingIdOf(accountId, key)
  const after = await retryOnConflict(async () => {
    const settlement = await findPayable(deps, ctx, input.settlementId)
    if (settlement.cashId === cashId) {
      ctx.setHeader('Idempotent-Replayed', 'true')
      return settlement
    }
    const due = requireUnpaid(settlement)
    const [actor, child] = await Promise.all([requireActor(deps, ctx), deps.accounts.find(settlement.userId)])
    await confirmPassword(deps, ctx, { account: passwordOwnerOf(actor), password: input.password })
    await requireApproval(deps, ctx, { amount: due, to: settlement.username })
    if (input.as === 'cash') {
      const payment = await planPayment(deps, ctx, { settlement, due, cashId, as: 'cash' })
      await deps.commit(payment.writes)
      return payment.after
    }
    if (!child || child.deleted) throw conflict(settlementTexts.childGone)
    const transferId = bookingIdOf(accountId, key)
    const payment = await planPayment(deps, ctx, { settlement, due, cashId, as: 'points', transferId })
    await deps.ledger.transfer({
      ...{
        key: `key:${key}`,
        kind: 'commission',
        amount: due,
        note: noteOf('commissionNote', settlement),
        sideWrites: payment.writes,
      },
      ...{ source: walletRefOf(actor), destination: walletRefOf(child), actor: ledgerActorOf(ctx.actor) },
      ...{ passwordVersion: actor.passwordVersion, sessionId: input.sessionId, correlationId: ctx.requestId },
    })
    return payment.after
  })
  auditChanges(ctx, [{ field: 'due', before: describeDue(after), after: after.paidAs }])
  return toSettlementView(after)
}

async function findPayable(deps: AccountsDeps, { actor }: Ctx, settlementId: string): Promise<Settlement> {
  const settlement = await deps.settlements.find(settlementId)
  if (!settlement) throw notFound()
  if (settlement.parentId === actor.accountId) return settlement
  const parent = (await deps.accounts.findPlaces([settlement.parentId])).get(settlement.parentId)
  throw parent && isInScope(actor, parent) ? forbidden(settlementTexts.notParent) : notFound()
}

type Payment = { settlement: Settlement; due: bigint; cashId: string; as: 'points' | 'cash'; transferId?: string }

/** The writes of a payment: it is in the current account, as it discharges what the parent owes. */
async function planPayment(deps: AccountsDeps, ctx: Ctx, { settlement, due, cashId, as, transferId }: Payment) {
  const { _id, parentId, userId } = settlement
  const now = deps.now()
  const places = await deps.accounts.findPlaces([parentId, userId])
  const [parent, child] = [parentId, userId].map(id => places.get(id))
  if (!parent || !child) throw notFound()
  const before = await deps.cash.account(parentId, userId)
  const by = authorOf(ctx.actor)
  const kind = as === 'cash' ? ('paid' as const) : ('points' as const)
  const request = {
    _id: cashId,
    pair: before._id,
    kind,
    amount: due,
    note: noteOf('commissionNote', settlement),
    by,
    settlementId: _id,
  }
  const { entry, account } = addEntry(before, request, { now, zone: deps.zone })
  const payment = {
    state: 'paid' as const,
    paidAs: as,
    paidBy: by,
    paidAt: entry.at,
    cashId,
    ...(transferId && { transferId }),
  }
  const { balance, seq, at } = account
  const notice = { by: nameOfActor(ctx.actor), from: settlement.from, to: settlement.to, amount: toPoints(due), as }
  const recipients = await findRecipients(deps, [userId], 'cash.record')
  const writes: SideWrite[] = [
    { type: 'updateOne', collection: 'settlements', filter: { _id, state: 'closed' }, update: { $set: payment } },
    {
      ...{ type: 'updateOne', collection: 'cash_accounts', filter: { _id: account._id, seq: before.seq } },
      update: { $set: { balance, seq, at } },
    },
    { type: 'insertOne', collection: 'cash_entries', document: entry },
    eventWrite(newEvent(CashRecorded, toCashEvent(entry, { parent, child }), ctx), now),
    ...deps.notices.writes(recipients, { kind: 'commission-paid', data: notice }),
  ]
  return { writes, after: { ...settlement, ...payment } }
}

/** @throws AppError FORBIDDEN, reason APPROVAL_NEEDED, from the amount of the policy on */
export async function requireApproval(
  deps: Pick<AccountsDeps, 'policy'>,
  { actor }: Pick<Ctx, 'actor'>,
  { amount, to }: { amount: bigint; to: string },
): Promise<void> {
  if (actor.approvalId !== undefined) return
  const rule = (await deps.policy.read()).policy.approvals.find(({ operation }) => operation === 'commission.pay')
  if (!rule || toPoints(amount) < (rule.above ?? 0)) return
  throw approvalNeeded({ operation: 'commission.pay', amount, payerId: actor.accountId, details: { to } })
}
