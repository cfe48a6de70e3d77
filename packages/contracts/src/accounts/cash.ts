import { z } from 'zod'
import { type AuditFormatter, asId, asNote, asPoints } from '../audit'
import { CallerQuery, endpoint, Id, ListQuery, optionalFilter, PathId, responseOf } from '../define'
import { defineEvent } from '../event'
import type { ExamplesOf } from '../example'
import { calendarDay } from '../values/days'
import { Points } from '../values/points'
import { freeText } from '../values/text'
import { ActedBy, amountSchema, passwordSchema } from './credit'
import { Ancestry } from './events'

export const cashTexts = {
  amount: 'Invalid amount. Please enter a valid number.',
  recorded: 'Payment recorded.',
  reversed: 'Payment reversed.',
  reason: 'Reason is required for a reversal.',
  password: 'Password is required for a reversal.',
  notParent: 'Payments are recorded by the account directly above.',
  notReversible: 'Only recorded payments can be reversed, within 30 days.',
  alreadyReversed: 'This payment has been reversed already.',
  notYours: 'Only its actor, or an account above, can reverse a payment.',
  beyondLimit: 'The balance would be too large.',
  wrongRange: 'The first day is after the last.',
} as const

/** `received`: the child paid its parent; `paid`: the parent paid its child. */
const CashDirection = z.enum(['received', 'paid'])
/** `settled`: the net of a closed period; `points`: a commission paid in points. */
const CashKind = z.enum([...CashDirection.options, 'reversal', 'settled', 'points'])
export type CashKind = z.infer<typeof CashKind>

/** The other entry of a reversal; `by` is the username of its actor. */
const CashLink = z.object({ cashId: z.string(), createdAt: z.iso.datetime(), by: z.string() })

/**
 * An entry of the current account of a parent and a child, in cash, never in points. Positive: the child owes the parent
 * more, or in `balance`, the balance after the entry, anything at all.
 */
export const CashEntry = z.object({
  cashId: z.string(),
  seq: z.number().int(),
  kind: CashKind,
  amount: Points,
  balance: Points,
  note: z.string(),
  by: ActedBy,
  createdAt: z.iso.datetime(),
  /** Business day. */
  day: z.string(),
  /** The settlement that it enters or pays. */
  settlementId: z.string().optional(),
  reverses: CashLink.optional(),
  reversedBy: CashLink.optional(),
  /** Until when the caller may reverse it; absent if the caller may not. */
  reversibleUntil: z.iso.datetime().optional(),
})
export type CashEntry = z.infer<typeof CashEntry>

const CashParty = z.object({ _id: z.string(), username: z.string(), role: z.string() })

/** `opening` and `closing` are the balances before and after the requested days. */
export const CashAccount = z.object({
  parent: CashParty,
  child: CashParty,
  balance: Points,
  opening: Points,
  closing: Points,
  /** Accounts of the same child with earlier parents in the caller's subtree. */
  former: z.array(z.object({ parent: CashParty, balance: Points })),
})
export type CashAccount = z.infer<typeof CashAccount>

const EventParty = z.object({ accountId: z.string(), username: z.string(), role: z.string(), ancestry: Ancestry })
const hundredths = z.string().regex(/^-?\d+$/)

/** An entry of a current account. Amount and balance are hundredths, positive if the child owes the parent. */
export const CashRecorded = defineEvent(
  'accounts.cash.recorded.v1',
  z.object({
    cashId: z.string(),
    kind: CashKind,
    amount: hundredths,
    balance: hundredths,
    parent: EventParty,
    child: EventParty,
    note: z.string(),
    bizDate: z.string(),
    /** The settlement that it enters or pays. */
    settlementId: z.string().optional(),
    /** Id of the reversed entry; on reversals only. */
    reverses: z.string().optional(),
  }),
)
export type CashRecorded = z.infer<typeof CashRecorded>

export const CashInput = z.strictObject({
  userId: Id,
  amount: amountSchema(cashTexts.amount),
  direction: CashDirection,
  note: freeText().max(200).optional(),
})
export type CashInput = z.infer<typeof CashInput>

export const CashReversalInput = z.strictObject({
  reason: freeText().min(1, cashTexts.reason).max(200),
  password: passwordSchema(cashTexts.password),
})
export type CashReversalInput = z.infer<typeof CashReversalInput>

const auditPayment: AuditFormatter = ({ body }) => ({
  subject: 'Cash payment recorded',
  does: body.direction === 'paid' ? 'recorded {amount} cash paid to {object}' : 'recorded {amount} cash from {object}',
  accountId: asId(body.userId),
  amount: asPoints(body.amount),
  note: asNote(body.note),
})
const auditReversal: AuditFormatter = ({ body }) => ({
  subject: 'Cash payment reversed',
  does: 'reversed a cash payment',
  note: asNote(body.reason),
})

/**
 * Beyond the specification. Cash is what a parent and a child owe each other outside: no call moves points. Under an
 * `Idempotency-Key` a payment is recorded once, without expiry: a repetition returns the stored entry
 * (`Idempotent-Replayed: true`), another request under the key is rejected with `KEY_REUSED`.
 */
export const cashApi = {
  record: endpoint({
    id: 'accounts.cash.record',
    domain: 'accounts',
    route: 'POST /cash',
    permission: 'cash.record',
    audit: auditPayment,
    summary: 'Record a cash payment between the caller and an account directly below',
    body: CashInput,
    response: responseOf(CashEntry),
    errors: ['NOT_FOUND'],
  }),
  list: endpoint({
    id: 'accounts.cash.list',
    domain: 'accounts',
    route: 'GET /cash/:userId',
    permission: 'any',
    summary: 'Current account of an account with its parent, newest first; `parentId` names an earlier parent',
    params: z.strictObject({ userId: PathId }),
    query: z.strictObject({
      ...CallerQuery.shape,
      page: ListQuery.shape.page,
      size: ListQuery.shape.size,
      from: optionalFilter(calendarDay()),
      to: optionalFilter(calendarDay()),
      parentId: optionalFilter(Id),
    }),
    response: responseOf(z.array(CashEntry), { total: z.number().int(), account: CashAccount }),
    errors: ['NOT_FOUND'],
  }),
  reverse: endpoint({
    id: 'accounts.cash.reverse',
    domain: 'accounts',
    route: 'POST /cash/:cashId/reverse',
    permission: 'cash.record',
    audit: auditReversal,
    summary: 'Reverse a recorded payment; once, within 30 days',
    params: z.strictObject({ cashId: PathId }),
    body: CashReversalInput,
    response: responseOf(CashEntry),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
}

const by = { accountId: 'id-admin', username: 'admin1', role: 'admin' }

export const cashEntryExample: CashEntry = {
  ...{ cashId: '8c1f5d8e-2a44-5f0b-9b1e-0d1f6a7c3e02', seq: 2, kind: 'received', amount: -250, balance: 1250 },
  ...{ note: 'weekly', by, createdAt: '2026-01-05T10:00:00.000Z', day: '2026-01-05' },
  reversibleUntil: '2026-02-04T10:00:00.000Z',
}

export const cashExamples = (): ExamplesOf<typeof cashApi> => {
  const { cashId, createdAt } = cashEntryExample
  const child = { _id: 'id-superareamanager', username: 'superareamanager1', role: 'superareamanager' }
  const parent = { _id: by.accountId, username: by.username, role: by.role }
  const { reversibleUntil: _, ...reversal } = cashEntryExample
  return {
    fields: { cashId, userId: child._id },
    record: {
      body: { amount: 250, direction: 'received', note: 'weekly' },
      response: { message: cashTexts.recorded, data: cashEntryExample },
    },
    list: {
      query: { page: 1, size: 20, from: '2026-01-05' },
      response: {
        data: [cashEntryExample],
        account: { parent, child, balance: 1250, opening: 1500, closing: 1250, former: [] },
      },
    },
    reverse: {
      body: { reason: 'Wrong amount', password: 'secret-password' },
      response: {
        message: cashTexts.reversed,
        data: {
          ...reversal,
          ...{ cashId: '1b7d2c9a-4e05-5a6f-8c11-7f3e2d1c0b03', seq: 3, kind: 'reversal', amount: 250, balance: 1500 },
          ...{ note: 'Wrong amount', reverses: { cashId, createdAt, by: by.username } },
        },
      },
    },
  }
}
