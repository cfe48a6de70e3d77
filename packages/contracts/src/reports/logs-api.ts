import { z } from 'zod'
import { endpoint, Id, PathId, SearchText } from '../define'
import { optional, TimeListQuery, timeListOf } from './shared'

/** What became of a call: done, refused with a reason for the caller, or failed on our side. */
export const logResults = ['done', 'refused', 'failed'] as const
export const LogResult = z.enum(logResults)
export type LogResult = z.infer<typeof LogResult>

export const LogRow = z.object({
  _id: z.string(),
  username: z.string(),
  subject: z.string(),
  requestUrl: z.string(),
  method: z.string(),
  ipAddress: z.string(),
  result: LogResult,
  /** HTTP status that the caller got. */
  status: z.number().int(),
  /** Why it was refused, e.g. `WRONG_PASSWORD`; see `/docs/errors`. */
  code: z.string().optional(),
  /** What it was done to, by name where that is known. */
  object: z.string().optional(),
  /** Points, as they were sent: a refused call may have named an amount that nobody can book. */
  amount: z.number().optional(),
  /** `browser`: nobody but the browser says so. */
  source: z.literal('browser').optional(),
  createdAt: z.iso.datetime(),
})
export type LogRow = z.infer<typeof LogRow>

const LogQuery = TimeListQuery.extend({
  /** `search` and `q` look into username and subject. */
  search: SearchText.optional(),
  /** Whose activities: an account of the subtree, without those below it. */
  userId: optional(Id),
  result: optional(LogResult),
})

export const logsApi = {
  logs: endpoint({
    id: 'reports.log.list',
    domain: 'reports',
    call: 'GET /logs',
    may: 'reports.read',
    summary: "Activities of the caller's subtree, newest first",
    query: LogQuery,
    answer: timeListOf(LogRow),
    refuses: ['NOT_FOUND'],
  }),
  activityLogs: endpoint({
    id: 'reports.activityLog.list',
    domain: 'reports',
    call: 'GET /logs/activityLogs',
    may: 'reports.read',
    summary: 'The same list as `logs`',
    query: LogQuery,
    answer: timeListOf(LogRow),
    refuses: ['NOT_FOUND'],
  }),
  userLogs: endpoint({
    id: 'reports.userLog.list',
    domain: 'reports',
    call: 'GET /logs/getUserLogById/:id',
    may: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ id: PathId }),
    query: LogQuery,
    answer: timeListOf(LogRow),
  }),
  logsOfUser: endpoint({
    id: 'reports.logOfUser.list',
    domain: 'reports',
    call: 'GET /logs/:userId',
    may: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ userId: PathId }),
    query: LogQuery,
    answer: timeListOf(LogRow),
  }),
}
