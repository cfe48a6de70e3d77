import { z } from 'zod'
import { answerOf, CallerQuery, endpoint, listOf, listQueryOf, PathId } from '../define'
import type { AnyEndpoint } from '../endpoint'
import { Points } from '../points'
import { Role } from '../roles'

export const transactionTypes = ['transfer', 'generated', 'credit', 'debit'] as const
export const TransactionStatus = z.enum(['completed', 'pending', 'cancelled'])

/** A credit operation; the sign of `amount` is its effect on the recipient, `newBalance` the recipient's after it. */
export const Transaction = z.object({
  _id: z.string(),
  /** Username of the acting side. */
  userId: z.string(),
  /** Username of the recipient. */
  toUserId: z.string(),
  amount: Points,
  transactionType: z.enum(transactionTypes),
  newBalance: Points,
  transactionMessage: z.string(),
  status: TransactionStatus,
  createdAt: z.iso.datetime(),
})
export type Transaction = z.infer<typeof Transaction>

export const LogRow = z.object({
  _id: z.string(),
  username: z.string(),
  subject: z.string(),
  requestUrl: z.string(),
  method: z.string(),
  ipAddress: z.string(),
  createdAt: z.iso.datetime(),
})
export type LogRow = z.infer<typeof LogRow>

/** `YYYY-MM-DD`, a business day. */
const BusinessDay = z.iso.date('Not a date')

/** Both lists are read day by day, newest first: time is the only order they have. */
const ByTime = listQueryOf(['createdAt'])

/** `search` and `q` look into username and subject. */
const LogQuery = ByTime.extend({
  date: BusinessDay.or(z.literal('')).optional(),
  search: z.string().max(100).optional(),
})

export const reportsApi = {
  transactions: endpoint({
    id: 'reports.transaction.list',
    domain: 'reports',
    call: 'GET /reports/transactionreport',
    may: 'reports.read',
    summary: "Credit operations in the caller's subtree, newest first",
    query: ByTime.extend({
      status: TransactionStatus.or(z.literal('')).optional(),
      date: BusinessDay.or(z.literal('')).optional(),
      /** The signed-in user, as `id` is where nobody is chosen; accepted and ignored. */
      currentid: z.string().optional(),
      /** `one`: only operations in which the user `id` is a party; `all`: those of everyone below too. */
      type: z.enum(['all', 'one']).optional(),
    }),
    answer: listOf(Transaction),
  }),
  findAllUsers: endpoint({
    id: 'reports.user.list',
    domain: 'reports',
    call: 'GET /reports/findallusers',
    may: 'reports.read',
    summary: 'Users of the subtree, for the user filter; at most 50, found by the start of the name `q`',
    query: CallerQuery.extend({ q: z.string().max(64).optional() }),
    answer: answerOf(z.array(z.object({ _id: z.string(), username: z.string(), role: Role }))),
  }),
  logs: endpoint({
    id: 'reports.log.list',
    domain: 'reports',
    call: 'GET /logs',
    may: 'reports.read',
    summary: "Activities of the caller's subtree, newest first",
    query: LogQuery,
    answer: listOf(LogRow),
  }),
  activityLogs: endpoint({
    id: 'reports.activityLog.list',
    domain: 'reports',
    call: 'GET /logs/activityLogs',
    may: 'reports.read',
    summary: 'The same list as `logs`',
    query: LogQuery,
    answer: listOf(LogRow),
  }),
  userLogs: endpoint({
    id: 'reports.userLog.list',
    domain: 'reports',
    call: 'GET /logs/getUserLogById/:id',
    may: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ id: PathId }),
    query: LogQuery,
    answer: listOf(LogRow),
  }),
  logsOfUser: endpoint({
    id: 'reports.logOfUser.list',
    domain: 'reports',
    call: 'GET /logs/:userId',
    may: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ userId: PathId }),
    query: LogQuery,
    answer: listOf(LogRow),
  }),
}

export const reportsEndpoints: readonly AnyEndpoint[] = Object.values(reportsApi)
