import { type ActedBy, creditTexts } from '@cascade/contracts/accounts'
import { AppError, bookingKeyOf, type Ctx } from '@cascade/service-kit'
import { ledgerActorOf } from '../accounts/rules/wallet-ref'
import type { AccountsDeps } from '../deps'
import { type Ledger, LedgerRefusal } from '../ledger'

type TransferRequest = Parameters<Ledger['transfer']>[0]
type CreditBooking = Pick<
  TransferRequest,
  'kind' | 'source' | 'destination' | 'amount' | 'preconditions' | 'confirm'
> & {
  /** The same for every try of one call. */
  key: string
  note: string
  /** Field of the request at which a refused amount is told. */
  amountField: 'transferAmount' | 'adjustAmount'
}

/** One key books once; a call without a key is booked for itself. */
export const keyOf = (deps: Pick<AccountsDeps, 'newId'>, { idempotencyKey }: Pick<Ctx, 'idempotencyKey'>) =>
  idempotencyKey === undefined ? `once:${deps.newId()}` : bookingKeyOf(idempotencyKey)

/** Who acted, as every answer tells it. */
export const actedBy = ({ accountId, username, role }: Ctx['actor']): ActedBy => ({ accountId, username, role })

/** Books what was authorised. Nothing is read after it: the answer is made of what it returns. */
export async function bookCredit(
  deps: Pick<AccountsDeps, 'ledger'>,
  ctx: Pick<Ctx, 'actor' | 'requestId' | 'setHeader'>,
  { amountField, ...booking }: CreditBooking,
) {
  try {
    const request = { ...booking, actor: ledgerActorOf(ctx.actor), correlationId: ctx.requestId }
    const result = await deps.ledger.transfer(request)
    if (result.replayed) ctx.setHeader('Idempotent-Replayed', 'true')
    return result
  } catch (error) {
    throw atField(error, amountField)
  }
}

/** Attaches refusals for lack of funds or beyond the limits to the amount, in the words of the operation. */
function atField(error: unknown, field: CreditBooking['amountField']): unknown {
  if (!(error instanceof LedgerRefusal) || !['INSUFFICIENT', 'LIMIT'].includes(error.reason)) return error
  const message = error.reason === 'LIMIT' ? creditTexts[field] : error.message
  return new AppError('VALIDATION', message, { reason: error.reason, errors: { [field]: message }, cause: error })
}
