import { z } from 'zod'
import { answerOf, endpoint, ListQuery } from '../define'
import { Role } from '../roles'
import { Points } from '../values/points'
import { optional, TimeListQuery, timeListOf } from './shared'

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

const Amount = z.coerce.number().min(0).max(1e10).multipleOf(0.01)

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
      amountFrom: optional(Amount),
      amountTo: optional(Amount),
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
