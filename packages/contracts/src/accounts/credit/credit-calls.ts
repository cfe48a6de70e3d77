import type { z } from 'zod'
import { answerOf, endpoint } from '../../define'
import type { Permission } from '../../permissions'
import { idIn, noteIn, pointsIn, type Tell } from '../../tell'
import { CreditAdjusted, CreditAdjustInput, CreditTransferInput, CreditTransferred } from './credit'

const transferTold =
  (label: string): Tell =>
  ({ body }) => ({
    subject: `Credit given: ${label}`,
    does: 'gave {amount} to {object}',
    accountId: idIn(body.toUserId),
    amount: pointsIn(body.transferAmount),
    note: noteIn(body.note),
  })
const adjustTold =
  (label: string): Tell =>
  ({ body }) => ({
    subject: `${body.transactionType === 'debit' ? 'Credit given' : 'Credit taken back'}: ${label}`,
    does: body.transactionType === 'debit' ? 'gave {amount} to {object}' : 'took {amount} back from {object}',
    accountId: idIn(body.toUserId),
    amount: pointsIn(body.adjustAmount),
    note: noteIn(body.note),
  })
/** Where a level's credit calls stand: at its own base, or below one parent. */
type CreditPlace<P> = {
  id: (verb: string) => string
  may: Permission
  path: string
  label: string
  level: string
  params: P
}

/**
 * Both credit calls: they ask for the actor's password and book points, once for each `Idempotency-Key`, for ever.
 * A client makes a key for each wish of a person and keeps it until an answer carries `Idempotent-Outcome`:
 *
 * - `booked`: done, now or before (`Idempotent-Replayed: true` with the first answer again).
 * - `refused`: never done under this key; a further try takes a new one.
 * - absent (401, 403, 429, 5xx, no answer, and what was mistyped): no verdict on the key, the same wish keeps it. Before
 *   it is given up, `GET credit/outcome?key=` tells what became of it; `unknown` may change within some ten seconds.
 *
 * Whether the same points went to the same account a moment ago, whoever sent them, tells the first page of that
 * account's `GET ledger/{accountId}/statement`: `kind`, `amount`, `by` and `createdAt`.
 */
export function creditCalls<P extends z.ZodType>({ id, may, path, label, level, params }: CreditPlace<P>) {
  const common = { domain: 'accounts', may, params, checksPassword: true, books: 'credit' } as const
  return {
    transfer: endpoint({
      ...common,
      id: id('transfer'),
      call: `POST /${path}/credit-transfer`,
      tell: transferTold(level),
      summary: `Transfer credit to: ${label}`,
      body: CreditTransferInput,
      answer: answerOf(CreditTransferred),
    }),
    adjust: endpoint({
      ...common,
      id: id('adjust'),
      call: `POST /${path}/credit-adjust`,
      tell: adjustTold(level),
      summary: `Take credit back from (or give to): ${label}`,
      body: CreditAdjustInput,
      answer: answerOf(CreditAdjusted),
    }),
  }
}
