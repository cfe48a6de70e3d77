import { z } from 'zod'
import { auditAs } from '../audit'
import { CallerQuery, endpoint, Id, optionalFilter, PathId, responseOf, SearchText } from '../define'
import type { ExamplesOf } from '../example'
import { LoggedChanges } from '../gateway/events'
import { PublicJwk } from '../live/record'
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
  /** `search` and `q` match username, subject and object name. */
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

/** Signed head of the log's hash chain: proves which entries existed at that time. */
export const LogHead = z.object({
  /** Number of entries: activities, signed draw records, and a seal of the ledger per minute. */
  size: z.number().int().min(1),
  /** Hash of the last entry, which commits to all before it. */
  hash: z.string(),
  at: z.iso.datetime(),
  /** Compact JWS of the JSON text of `{size, hash, at}`, Ed25519, by svc-reports. */
  signature: z.string(),
})
export type LogHead = z.infer<typeof LogHead>

/** Maximum entries in a proof, and in one response of `logDigests`. */
export const logDigestsMax = 10_000

/**
 * SHA-256 (base64url, as all hashes here) of position, kind, id, time and leaf of an entry, in lines. The hash of the
 * chain after an entry is that of the hash before, empty before the first, and of this digest, in lines.
 */
const LogDigest = z.string()

/** Proof that an entry is in the log that a signed head counts; the file verifies itself. */
export const LogProof = z.object({
  /** The stored activity, BSON in base64; its SHA-256 is the leaf. */
  content: z.string(),
  ...{ position: z.number().int().min(1), entryId: z.string(), entryAt: z.iso.datetime() },
  /** Hash of the chain before the entry, and digests of those after it up to the head. */
  ...{ before: z.string(), digests: z.array(LogDigest).max(logDigestsMax), head: LogHead, keys: z.array(PublicJwk) },
})
export type LogProof = z.infer<typeof LogProof>

const audit = auditAs('Read the log', 'read the activity log')

export const logsApi = {
  logHead: endpoint({
    id: 'reports.logHead.read',
    domain: 'reports',
    route: 'GET /log/head',
    permission: 'reports.read',
    summary: 'Last signed head of the hash chain of the log; null before the first entry',
    response: responseOf(LogHead.nullable()),
  }),
  logKeys: endpoint({
    id: 'reports.logKey.list',
    domain: 'reports',
    route: 'GET /log/keys',
    permission: 'public',
    summary: 'Public keys that verify the signatures of heads',
    response: responseOf(z.object({ keys: z.array(PublicJwk) })),
  }),
  logDigests: endpoint({
    id: 'reports.logDigest.list',
    domain: 'reports',
    route: 'GET /log/digests',
    permission: 'reports.read',
    summary: 'Digests of the entries after a head: they show that a later head extends it',
    /** `after`: number of entries of the earlier head. */
    query: CallerQuery.extend({ after: z.coerce.number().int().min(0) }),
    response: responseOf(z.array(LogDigest).max(logDigestsMax)),
    errors: ['NOT_FOUND'],
  }),
  logProof: endpoint({
    id: 'reports.logProof.read',
    domain: 'reports',
    route: 'GET /log/proof/:id',
    permission: 'reports.read',
    summary: 'Proof that an entry of the list is in the log, as a file that `npm run verify-log -- <file>` checks',
    params: z.strictObject({ id: PathId }),
    response: responseOf(LogProof),
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
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

const logHeadExample: LogHead = {
  size: 12_345,
  hash: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
  at: '2026-01-05T10:00:00.000Z',
  signature: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
}

const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const keys: PublicJwk[] = [{ kty: 'OKP', crv: 'Ed25519', kid: 'svc-reports', x }]
const logProofExample: LogProof = {
  ...{ content: 'BQAAAAA=', position: 12_344, entryId: '9001', entryAt: logRowExample.createdAt },
  ...{ before: logHeadExample.hash, digests: [logHeadExample.hash], head: logHeadExample, keys },
}

export const logExamples = (): ExamplesOf<typeof logsApi> => {
  const query = { page: 1, size: 10, date: '2026-01-05', search: 'login' }
  return {
    fields: { ...logRowExample, id: 'a1', userId: 'a1' },
    logHead: { response: { data: logHeadExample } },
    logKeys: { response: { data: { keys } } },
    logDigests: { query: { after: 12_344 }, response: { data: [logHeadExample.hash] } },
    logProof: { params: { id: logRowExample._id }, response: { data: logProofExample } },
    logs: { query },
    activityLogs: { query },
    userLogs: { query },
    logsOfUser: { query },
  }
}
