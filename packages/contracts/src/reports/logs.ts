import { z } from 'zod'
import { auditAs } from '../audit'
import { endpoint, Id, optionalFilter, PathId, SearchText } from '../define'
import type { ExamplesOf } from '../example'
import { LoggedChanges } from '../gateway/events'
import { codeText } from '../values/text'
import { TimeListQuery, timeListResponse } from './time-lists'

/** Result of a call: done, refused with a reason for the caller, or failed on the server side. */
export const logResults = ['done', 'refused', 'failed'] as const
export const LogResult = z.enum(logResults)
export type LogResult = z.infer<typeof LogResult>

/**
 * `acts`: operations on accounts, games, draws and settings; `play`: bets and claims of players; `reads`: who read this
 * log.
 */
export const logKinds = ['acts', 'play', 'reads'] as const
export const LogKind = z.enum(logKinds)
export type LogKind = z.infer<typeof LogKind>

/** Topics, for the filter. */
export const logOperations = [
  'sessions',
  'credit',
  'accounts',
  'games',
  'percentages',
  'results',
  'balances',
  'stops',
  'history',
  'backups',
  'messages',
  'exports',
] as const
export const LogOperation = z.enum(logOperations)
export type LogOperation = z.infer<typeof LogOperation>

export const LogRow = z.object({
  _id: z.string(),
  username: z.string(),
  subject: z.string(),
  requestUrl: z.string(),
  method: z.string(),
  ipAddress: z.string(),
  result: LogResult,
  /** HTTP status of the response. */
  status: z.number().int(),
  /** Error code or reason, e.g. `WRONG_PASSWORD`; see `/docs/errors`. */
  code: z.string().optional(),
  /** Endpoint id, e.g. `accounts.player.transfer`. */
  operation: z.string().optional(),
  /** The entry as one sentence: `superadmin gave 500.00 to player17`. */
  sentence: z.string().optional(),
  /** Name of the affected object at that time. */
  object: z.string().optional(),
  objectKind: z.enum(['account', 'game', 'draw']).optional(),
  /** Names of the first ten accounts that calls of one row tried, if it has no single object. */
  objects: z.array(z.string()).optional(),
  /** Names of the object's ancestors, top first. */
  objectPath: z.array(z.string()).optional(),
  /** Fields before and after; both null for a secret. */
  changes: LoggedChanges.optional(),
  /** The actor's note. */
  note: z.string().optional(),
  /** Points as requested; a rejected call may contain any amount. */
  amount: z.number().optional(),
  /** Name of the person who acted for the account. */
  person: z.string().optional(),
  /** Username of the second person who approved it. */
  approvedBy: z.string().optional(),
  /** `browser`: reported by the browser and not verified. */
  source: z.literal('browser').optional(),
  /**
   * Rejected calls of one session with the same reason, and its reads of the log, share a row a minute: how many there
   * were, and when the last one was.
   */
  times: z.number().int().optional(),
  until: z.iso.datetime().optional(),
  createdAt: z.iso.datetime(),
})
export type LogRow = z.infer<typeof LogRow>

const LogQuery = TimeListQuery.extend({
  until: z.uuid().optional(),
  /** Default: `acts`. */
  kind: optionalFilter(LogKind),
  /** `search` and `q` match what a row shows: username, subject, sentence, object, note, second person. */
  search: SearchText.optional(),
  /** The actor: an account in the subtree, without those below it. */
  userId: optionalFilter(Id),
  result: optionalFilter(LogResult),
  operation: optionalFilter(LogOperation),
  /** Full name of the affected object, case-insensitive. */
  object: optionalFilter(SearchText),
  /** An IP address, or a prefix up to a dot or colon: `203.0.113.`. */
  ip: optionalFilter(codeText().regex(/^[0-9a-fA-F.:]{1,45}$/)),
})

const audit = auditAs('Read the log', 'read the activity log')

export const logsApi = {
  logs: endpoint({
    id: 'reports.log.list',
    domain: 'reports',
    route: 'GET /logs',
    permission: 'reports.read',
    summary: "Activities in the caller's subtree, newest first",
    audit,
    query: LogQuery,
    response: timeListResponse(LogRow),
    errors: ['NOT_FOUND'],
  }),
  activityLogs: endpoint({
    id: 'reports.activityLog.list',
    domain: 'reports',
    route: 'GET /logs/activityLogs',
    permission: 'reports.read',
    summary: 'The same list as `logs`',
    audit,
    query: LogQuery,
    response: timeListResponse(LogRow),
    errors: ['NOT_FOUND'],
  }),
  userLogs: endpoint({
    id: 'reports.userLog.list',
    domain: 'reports',
    route: 'GET /logs/getUserLogById/:id',
    permission: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ id: PathId }),
    audit,
    query: LogQuery,
    response: timeListResponse(LogRow),
  }),
  logsOfUser: endpoint({
    id: 'reports.logOfUser.list',
    domain: 'reports',
    route: 'GET /logs/:userId',
    permission: 'reports.read',
    summary: 'Activities of one user',
    params: z.strictObject({ userId: PathId }),
    audit,
    query: LogQuery,
    response: timeListResponse(LogRow),
  }),
}

export const logRowExample: LogRow = {
  _id: '0197a1b0-0000-7000-8000-000000000003',
  username: 'admin1',
  subject: 'LOGIN',
  requestUrl: '/api/auth/login',
  method: 'POST',
  ipAddress: '203.0.113.7',
  result: 'done',
  status: 200,
  operation: 'accounts.auth.login',
  sentence: 'admin1 signed in',
  createdAt: '2026-01-05T10:00:00.000Z',
}

export const logExamples = (): ExamplesOf<typeof logsApi> => {
  const query = { page: 1, size: 10, date: '2026-01-05', search: 'login' }
  return {
    fields: { ...logRowExample, id: 'a1', userId: 'a1' },
    logs: { query },
    activityLogs: { query },
    userLogs: { query },
    logsOfUser: { query },
  }
}
