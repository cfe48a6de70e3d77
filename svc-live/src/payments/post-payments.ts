import type { PaymentRow } from '../dues/payment-store'
import type { Settled } from '../ledger/ledger-client'
import type { PaymentDeps } from './begin-payments'

/** When a claim was refused the win is tried again so much later; the player may try at any time. */
const againAfterMs = 24 * 3_600_000

/**
 * Brings payments to the ledger, claims first. What it books is written down by the projection of its feed; what it
 * refuses is given up here, so that the wins can be claimed again.
 * @returns the results in the order of the payments; undefined when some are not known yet
 */
export async function postPayments(
  deps: PaymentDeps,
  payments: readonly PaymentRow[],
  signal: AbortSignal,
): Promise<Settled[] | undefined> {
  const results = await deps.ledger.postAll(
    payments.map(({ request }) => request),
    signal,
  )
  for (const [index, result] of (results ?? []).entries()) {
    const payment = payments[index]
    if (payment && result.outcome === 'refused') {
      deps.logger.warn({ paymentId: payment._id, reason: result.reason }, 'the ledger refuses a payment')
      await giveUp(deps, payment)
    }
  }
  return results
}

async function giveUp({ transaction, payments, dues, clock }: PaymentDeps, { _id, ticketIds, request }: PaymentRow) {
  await transaction(async tx => {
    await payments.end(_id, 'refused', tx)
    const [ticketId = ''] = ticketIds
    if (request.kind === 'recover') return dues.releaseRecovery(_id, ticketId, tx)
    return dues.releaseClaim(_id, ticketIds, new Date(clock.now() + againAfterMs), tx)
  })
}
