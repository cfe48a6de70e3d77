import { z } from 'zod'
import { approvalOf } from '../../approval'
import { type AuditFormatter, asNote } from '../../audit'
import { endpoint, PathId, responseOf } from '../../define'
import type { ExamplesOf } from '../../example'
import { Points } from '../../values/points'
import { freeText } from '../../values/text'
import { ActedBy, passwordSchema } from '../credit'
import { reversalFields, TransferLink } from './reversible'
import { TransferKind } from './statement'

export const reversalTexts = {
  reversed: 'Transfer reversed.',
  reason: 'Reason is required for a reversal.',
  password: 'Password is required for a reversal.',
  alreadyReversed: 'This transfer has been reversed already.',
  notReversible: 'Bets, wins, pools, returned balances and reversals cannot be reversed.',
  tooOld: 'A transfer can be reversed for 30 days.',
  partyDeleted: 'An account of this transfer has been deleted.',
  notYours: 'Only its actor, or an account above, can reverse a transfer.',
} as const

/** `balance` is the present one, if the account is in the caller's subtree; `accountId` is absent for the issuer. */
export const TransferParty = z.object({
  accountId: z.string().optional(),
  username: z.string(),
  role: z.string(),
  balance: Points.optional(),
})

/** A booked transfer. */
export const Transfer = z.object({
  transferId: z.string(),
  kind: TransferKind,
  amount: Points,
  from: TransferParty,
  to: TransferParty,
  note: z.string(),
  by: ActedBy,
  createdAt: z.iso.datetime(),
  ...reversalFields,
})
export type Transfer = z.infer<typeof Transfer>

export const ReversalInput = z.strictObject({
  reason: freeText().min(1, reversalTexts.reason).max(200),
  password: passwordSchema(reversalTexts.password),
})
export type ReversalInput = z.infer<typeof ReversalInput>

const TransferParams = z.strictObject({ transferId: PathId })
const auditReversal: AuditFormatter = ({ body }) => ({
  subject: 'Transfer reversed',
  does: 'reversed a transfer',
  note: asNote(body.reason),
})

export const reversalApi = {
  read: endpoint({
    id: 'accounts.transfer.read',
    domain: 'accounts',
    route: 'GET /credit/transfer/:transferId',
    permission: 'credit.read',
    summary: 'A transfer of an account in the subtree, with its reversal',
    params: TransferParams,
    response: responseOf(Transfer),
    errors: ['NOT_FOUND'],
  }),
  /**
   * Books a transfer of kind `reversal` that moves the points of another one back, once per transfer and once per
   * `Idempotency-Key`. Its actor, or an account above, may do so within 30 days.
   */
  reverse: endpoint({
    id: 'accounts.transfer.reverse',
    domain: 'accounts',
    route: 'POST /ledger/:transferId/reverse',
    permission: 'credit.reverse',
    movesPoints: true,
    approval: approvalOf((_body: ReversalInput) => ({ operation: 'credit.adjust' })),
    audit: auditReversal,
    summary: 'Reverse a transfer; once, within 30 days',
    params: TransferParams,
    body: ReversalInput,
    response: responseOf(
      z.object({
        transactionId: z.string(),
        amount: Points,
        from: TransferParty,
        to: TransferParty,
        by: ActedBy,
        reverses: TransferLink,
      }),
    ),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}

export const reversalExamples = (): ExamplesOf<typeof reversalApi> => {
  const transferId = '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01'
  const reversalId = '0b1f7f0a-3c1c-5b0e-8f43-6b7f1f0a2c02'
  const by = { accountId: 'id-superadmin', username: 'superadmin', role: 'superadmin' }
  const from = { accountId: 'id-superadmin', username: 'superadmin', role: 'superadmin', balance: 1000 }
  const to = { accountId: 'id-admin', username: 'admin1', role: 'admin', balance: 500 }
  const createdAt = '2026-01-05T10:00:00.000Z'
  const transfer: Transfer = {
    ...{ transferId, kind: 'transfer', amount: 500, from, to, note: '', by, createdAt },
    reversibleUntil: '2026-02-04T10:00:00.000Z',
  }
  const reverses = { transferId, createdAt, by: by.username }
  const reversal = { amount: 500, by, reverses, from: { ...to, balance: 0 }, to: { ...from, balance: 1500 } }
  return {
    fields: { transferId },
    read: { response: { data: transfer } },
    reverse: {
      body: { reason: 'Wrong account', password: 'secret-password' },
      response: { message: reversalTexts.reversed, data: { transactionId: reversalId, ...reversal } },
    },
  }
}
