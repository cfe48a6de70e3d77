import { z } from 'zod'
import { answerOf, endpoint, ListQuery, optional } from '../define'
import type { ExamplesOf } from '../example'
import { Role } from '../roles'
import { Points } from '../values/points'
import { written } from '../values/read-number'
import { TimeListQuery, timeListOf } from './time-lists'

export const transactionTypes = ['transfer', 'generated', 'credit', 'debit'] as const
export const TransactionStatus = z.enum(['completed', 'pending', 'cancelled'])

/** A credit operation; the sign of `amount` is its effect on the recipient, `newBalance` the recipient's after it. */
export const Transaction = z.object({
  _id: z.string(),
  /** Username of the account that the points come from, or go back to. */
  userId: z.string(),
  /** Username of the recipient. */
  toUserId: z.string(),
  amount: Points,
  transactionType: z.enum(transactionTypes),
  newBalance: Points,
  transactionMessage: z.string(),
  status: TransactionStatus,
  /** Who acted; null where nobody did. */
  by: z.object({ username: z.string(), role: z.string() }).nullable(),
  createdAt: z.iso.datetime(),
})
export type Transaction = z.infer<typeof Transaction>

/** Empty where nothing is typed. */
const Amount = written(z.number().min(0).max(1e10).multipleOf(0.01).optional()).optional()

export const transactionsApi = {
  transactions: endpoint({
    id: 'reports.transaction.list',
    domain: 'reports',
    call: 'GET /reports/transactionreport',
    may: 'reports.read',
    summary: "Credit operations in the caller's subtree, newest first",
    query: TimeListQuery.extend({
      status: optional(TransactionStatus),
      /** The signed-in user, as `id` is where nobody is chosen; accepted and ignored. */
      currentid: z.string().optional(),
      /** `one`: only operations in which the user `id` is a party; `all`: those of everyone below too. */
      type: z.enum(['all', 'one']).optional(),
      kind: optional(z.enum(transactionTypes)),
      /** Points, whatever the direction. */
      amountFrom: Amount,
      amountTo: Amount,
    }),
    answer: timeListOf(Transaction).extend({
      /** Sums of all rows, whatever the page; absent where there are more than a thousand. */
      sums: z.object({ credit: Points, debit: Points }).optional(),
    }),
    refuses: ['NOT_FOUND'],
  }),
  findAllUsers: endpoint({
    id: 'reports.user.list',
    domain: 'reports',
    call: 'GET /reports/findallusers',
    may: 'reports.read',
    summary:
      'Users of the subtree, for the user filter, found by the start of the name `q`; 50 a page unless `size` says otherwise',
    query: ListQuery.omit({ order: true }),
    answer: answerOf(z.array(z.object({ _id: z.string(), username: z.string(), role: Role })), {
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
    answer: { data: [{ _id: 'a1', username: 'admin1', role: 'admin' }] },
  },
})
