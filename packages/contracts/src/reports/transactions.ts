import { z } from 'zod'
import { reversalFields } from '../accounts/ledger/reversible'
import { endpoint, ListQuery, optionalFilter, responseOf } from '../define'
import { EventPerson } from '../event-actor'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { numericText } from '../values/parse-number'
import { Points } from '../values/points'
import { TimeListQuery, timeListResponse } from './time-lists'

/** More may be added. */
export const transactionTypes = ['transfer', 'generated', 'credit', 'debit', 'reversal', 'commission'] as const
export const TransactionStatus = z.enum(['completed', 'pending', 'cancelled'])

/**
 * A credit operation. The sign of `amount` is its effect on the recipient; `newBalance` is the recipient's balance
 * after it.
 */
export const Transaction = z.object({
  _id: z.string(),
  /** Username of the account that the points come from or return to. */
  userId: z.string(),
  toUserId: z.string(),
  amount: Points,
  transactionType: z.enum(transactionTypes),
  newBalance: Points,
  transactionMessage: z.string(),
  status: TransactionStatus,
  /** The actor, with the username of the second person; null for the system. */
  by: z
    .object({
      username: z.string(),
      role: z.string(),
      person: EventPerson.optional(),
      approvedBy: z.string().optional(),
    })
    .nullable(),
  createdAt: z.iso.datetime(),
  ...reversalFields,
})
export type Transaction = z.infer<typeof Transaction>

/**
 * True for the credit column, false for the debit column. A reversal counts against the column of the reversed
 * transaction, on its own day.
 */
export const isCreditColumn = ({
  transactionType,
  amount,
}: {
  transactionType: Transaction['transactionType']
  amount: number | bigint
}): boolean => amount > 0 === (transactionType !== 'reversal')

/** Forms send an empty string for no amount. */
const Amount = numericText(z.number().min(0).max(1e10).multipleOf(0.01).optional()).optional()

export const transactionsApi = {
  transactions: endpoint({
    id: 'reports.transaction.list',
    domain: 'reports',
    route: 'GET /reports/transactionreport',
    permission: 'reports.read',
    summary: "Credit operations in the caller's subtree, newest first",
    query: TimeListQuery.extend({
      status: optionalFilter(TransactionStatus),
      /** Sent by the form and ignored. */
      currentid: z.string().optional(),
      /** `one`: only operations of the user `id`; `all`: also those of everyone below. */
      type: z.enum(['all', 'one']).optional(),
      kind: optionalFilter(z.enum(transactionTypes)),
      /** Absolute points, in either direction. */
      amountFrom: Amount,
      amountTo: Amount,
    }),
    response: timeListResponse(Transaction).extend({
      /** Sums of all rows, over all pages; absent beyond a thousand rows. */
      sums: z.object({ credit: Points, debit: Points }).optional(),
    }),
    errors: ['NOT_FOUND'],
  }),
  findAllUsers: endpoint({
    id: 'reports.user.list',
    domain: 'reports',
    route: 'GET /reports/findallusers',
    permission: 'reports.read',
    summary: 'Users of the subtree for the user filter, by username prefix `q`; 50 per page unless `size` is given',
    query: ListQuery.omit({ order: true }),
    response: responseOf(z.array(z.object({ _id: z.string(), username: z.string(), role: Role })), {
      total: z.number().int().optional(),
    }),
  }),
}

export const transactionExample: Transaction = {
  _id: '5f0c4b1e-7d2a-5b1c-9a63-2f6a1c0d9e01',
  userId: 'superadmin',
  toUserId: 'admin1',
  amount: 1500,
  transactionType: 'transfer',
  newBalance: 1500,
  transactionMessage: 'superadmin transferred 1,500.00 to admin1',
  status: 'completed',
  by: { username: 'superadmin', role: 'superadmin' },
  createdAt: '2026-01-05T10:00:00.000Z',
}

export const transactionExamples = (): ExamplesOf<typeof transactionsApi> => ({
  fields: transactionExample,
  transactions: { query: { page: 1, size: 10, date: '2026-01-05', type: 'all' } },
  findAllUsers: {
    query: { q: 'adm', page: 1, size: 50 },
    response: { data: [{ _id: 'a1', username: 'admin1', role: 'admin' }] },
  },
})
