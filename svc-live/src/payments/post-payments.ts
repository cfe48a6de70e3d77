import type { PaymentRow } from '../dues/payment-store'
import type { Known } from '../ledger/ledger-client'
import type { PaymentDeps } from './begin-payments'

/** When a claim was refused the win is tried again so much later; the player may try at any time. */
const againAfterMs = 24 * 3_600_000
/** Nothing that comes later makes these possible: the wallet is gone, or nothing of it was won. */
const finalReasons: ReadonlySet<string> = new Set(['MISSING_WALLET', 'NOT_WON'])

/**
 * Brings payments to the ledger, claims first. What it books is written down by the projection of its feed; what it
 * refuses is given up here, so that the wins can be claimed again, or ends for good and is kept with its reason.
 * @returns the results in the order of the payments; undefined when some are not known yet
 */
export async function postPayments(
  deps: PaymentDeps,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<Known[] | undefined> {
  const results = await deps.ledger.postAll(
    payments.map(({ request }) => request),
    signal,
  )
  for (const [index, result] of (results ?? []).entries()) {
    const payment = payments[index]
    if (payment && result.outcome === 'refused') await giveUp(deps, payment, result.reason)
  }
  return results
}

async function giveUp(deps: PaymentDeps, { _id, ticketIds, request }: PaymentRow, reason: string) {
  const { transaction, payments, dues, clock, asideRows, logger } = deps
  const isFinal = await transaction(async tx => {
    // A win that was corrected while its claim was on its way: what is left of it can be claimed.
    const isStale = request.kind === 'claim' && (await dues.haveChanged(request.details.tickets, tx))
    const isFinal = finalReasons.has(reason) && !(reason === 'NOT_WON' && isStale)
    const againAt = isStale ? clock.now() : clock.now() + againAfterMs
    await payments.end(_id, 'refused', tx)
    if (isFinal) await asideRows.end(request, reason, tx)
    const [ticketId = ''] = ticketIds
    if (request.kind === 'recover') await dues.releaseRecovery(_id, ticketId, tx)
    else await dues.releaseClaim(_id, ticketIds, isFinal ? 'never' : new Date(againAt), tx)
    return isFinal
  })
  logger[isFinal ? 'error' : 'warn']({ paymentId: _id, reason, isFinal }, 'the ledger refuses a payment')
}
