import { type CashReversalInput, cashApi, cashTexts } from '@cascade/contracts/accounts'
import { authorOf, type Call, forbidden, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'
import { confirmPassword, passwordOwnerOf } from '../identity/passwords/confirm-password'
import { linkTo, requireReversible, requireSameRequest } from './cash-rules'
import { cashIdOf, commitEntry, markRecorded } from './commit-entry'
import { toEntryView } from './list-cash'
import { readPair } from './read-pair'

/** Reverses a payment by an entry of its own, once; by the parent that recorded it or an account above. */
export async function reverseCash(deps: AccountsDeps, { ctx, input }: Call<CashReversalInput & { cashId: string }>) {
  requirePermission(ctx, 'cash.record')
  const payment = await deps.cash.find(input.cashId)
  if (!payment) throw notFound()
  const [parentId = '', childId = ''] = payment.pair.split('|')
  const pair = await readPair(deps, ctx.actor, childId, parentId)
  if (!isInScope(ctx.actor, pair.parent)) throw forbidden(cashTexts.notYours)
  const request = {
    ...{ _id: cashIdOf(deps, ctx), pair: payment.pair, kind: 'reversal' as const, amount: -payment.amount },
    ...{ note: input.reason, by: authorOf(ctx.actor), reverses: linkTo(payment) },
  }
  const stored = await deps.cash.find(request._id)
  if (stored) {
    const entry = requireSameRequest(stored, request)
    markRecorded(ctx, { isReplayed: true })
    return { message: cashTexts.reversed, data: toEntryView(entry, undefined) }
  }
  const actor = await requireActor(deps, ctx)
  requireReversible(payment, deps.now())
  await confirmPassword(deps, ctx, { account: passwordOwnerOf(actor), password: input.password })
  const entry = await commitEntry(deps, ctx, {
    ...{ request, pair, endpoint: cashApi.reverse, sent: { body: { reason: input.reason } } },
    url: cashApi.reverse.path.replace(':cashId', payment._id),
  })
  return { message: cashTexts.reversed, data: toEntryView(entry, undefined) }
}
