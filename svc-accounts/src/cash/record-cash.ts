import { toHundredths } from '@cascade/contracts'
import { type CashInput, cashApi, cashTexts } from '@cascade/contracts/accounts'
import { authorOf, type Call, forbidden, requirePermission } from '@cascade/service-kit'
import { findInScope, requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { changeOf, newCashAccount, requireSameRequest, reversalEndOf } from './cash-rules'
import { cashIdOf, commitEntry, markRecorded } from './commit-entry'
import { toEntryView } from './list-cash'

/** Records a payment between the actor and an account directly below, once per `Idempotency-Key`; no points move. */
export async function recordCash(deps: AccountsDeps, { ctx, input }: Call<CashInput>) {
  requirePermission(ctx, 'cash.record')
  const { userId, amount, direction, note = '' } = input
  const { accountId } = ctx.actor
  const request = {
    _id: cashIdOf(deps, ctx),
    pair: newCashAccount(accountId, userId)._id,
    kind: direction,
    amount: changeOf(direction, toHundredths(amount)),
    note,
    by: authorOf(ctx.actor),
  }
  const stored = await deps.cash.find(request._id)
  if (stored) {
    const entry = requireSameRequest(stored, request)
    markRecorded(ctx, { isReplayed: true })
    return { message: cashTexts.recorded, data: toEntryView(entry, reversalEndOf(entry)) }
  }
  const parent = await requireActor(deps, ctx)
  const child = await findInScope(deps, ctx.actor, userId)
  if (child.parentId !== accountId) throw forbidden(cashTexts.notParent)
  const entry = await commitEntry(deps, ctx, {
    ...{ request, pair: { parent, child } },
    ...{ endpoint: cashApi.record, sent: { body: input }, url: cashApi.record.path },
  })
  return { message: cashTexts.recorded, data: toEntryView(entry, reversalEndOf(entry)) }
}
