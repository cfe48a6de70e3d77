import { type QueryOf, toSearchKey } from '@cascade/contracts'
import { type LogOperation, LogRow, reportsApi } from '@cascade/contracts/reports'
import {
  type Actor,
  addDays,
  businessDay,
  type Call,
  type Routes,
  requestedAccount,
  requirePermission,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../../deps'
import { kindOf, type LogFact, logListKey, logsName, resultOf } from '../../projections/activities/log-entry'
import { containsText } from '../../projections/queries'
import { readerFor } from '../../projections/time-lists/readers'
import { readTimePage } from '../../projections/time-lists/time-lists'

/** Routes match in this order: fixed paths below `logs` before the one with an id. */
export const logRoutes: Routes<ReportsDeps> = ({ serve }, deps) => {
  serve(reportsApi.logs, ({ ctx, query }) => listLogs(deps, { ctx, input: query }))
  serve(reportsApi.activityLogs, ({ ctx, query }) => listLogs(deps, { ctx, input: query }))
  serve(reportsApi.userLogs, ({ ctx, params, query }) =>
    listLogsOf(deps, { ctx, input: { ...query, accountId: params.id } }),
  )
  serve(reportsApi.logsOfUser, ({ ctx, params, query }) =>
    listLogsOf(deps, { ctx, input: { ...query, accountId: params.userId } }),
  )
}

type LogQuery = QueryOf<typeof reportsApi.logs>

/** Activities in the actor's scope, or those of the one account `userId`. */
export async function listLogs(deps: ReportsDeps, { ctx, input }: Call<LogQuery>) {
  requirePermission(ctx, 'reports.read')
  const account = await requestedAccount(deps.db, ctx.actor, input.userId)
  return readLogs(deps, ctx.actor, readerFor(account, Boolean(input.userId)), input)
}

/** Activities of one account in the actor's scope, without its subtree. */
async function listLogsOf(deps: ReportsDeps, { ctx, input }: Call<LogQuery & { accountId: string }>) {
  requirePermission(ctx, 'reports.read')
  return readLogs(deps, ctx.actor, readerFor(await requestedAccount(deps.db, ctx.actor, input.accountId), true), input)
}

/** Whether the actor's list has an entry. */
export async function isListed(deps: ReportsDeps, actor: Actor, fact: LogFact): Promise<boolean> {
  const { eventId, day, operation } = fact
  const reader = readerFor({ _id: actor.accountId, role: actor.role }, false)
  const query = { until: eventId, date: day, kind: kindOf(operation), page: 1, size: 1 }
  return (await readLogs(deps, actor, reader, query)).data.some(({ _id }) => _id === eventId)
}

async function readLogs(deps: ReportsDeps, actor: Actor, reader: string, query: LogQuery) {
  const text = query.search || query.q
  const conditions: Filter<LogFact>[] = [
    ...(text ? [{ text: containsText(text) }] : []),
    ...(query.result === 'done' ? [{ status: { $lt: 400 } }] : []),
    ...(query.operation ? [{ operation: { $regex: operationPatterns[query.operation] } }] : []),
    ...(query.object ? [{ objectKey: toSearchKey(query.object) }] : []),
    ...(query.ip ? [{ ipAddress: /[.:]$/.test(query.ip) ? startsWith(query.ip) : query.ip }] : []),
  ]
  const match = conditions.length === 0 ? undefined : { $and: conditions }
  const [hidden = []] = await deps.clearings.hiddenFrom(actor, 'userlog')
  const list = {
    name: logsName,
    reader: logListKey(reader, { kind: query.kind || 'acts', result: query.result || 'done' }),
    part: { match, from: oldestDay(deps) },
    kinds: [{ match: {}, hidden }],
    idName: 'eventId',
  }
  const { rows, ...page } = await readTimePage<LogFact>(deps, list, query)
  return { ...page, data: rows.map(row => toRow(row, actor)) }
}

const operationPatterns: Readonly<Record<LogOperation, string>> = {
  sessions: '^(gateway\\.session|accounts\\.(session|password|user)|accounts\\.player\\.signOut)',
  credit: '^accounts\\.\\w+\\.(transfer|adjust)$',
  accounts: '^accounts\\.(?!view\\.|user\\.)\\w+\\.(create|update|remove|toggle)$',
  games: '^games\\.(?!percentage)',
  percentages: '^games\\.percentage',
  results: '^live\\.result',
  balances: '^live\\.balance',
  stops: '^live\\.stop',
  history: '^reports\\.history',
  backups: '^reports\\.backup',
  messages: '^reports\\.(complaint|case|playCase)',
  exports: '^gateway\\.activity',
}

/** Older rows are removed eventually. */
const oldestDay = ({ now, zone, logRetentionDays }: ReportsDeps) => addDays(businessDay(now(), zone), -logRetentionDays)

const escapeRegex = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
const startsWith = (text: string) => ({ $regex: `^${escapeRegex(text)}` })

/** Ancestors of the reader are not visible to them. */
function pathBelow({ role, username }: Actor, path: readonly string[]): readonly string[] {
  if (role === 'superadmin') return path
  const at = path.indexOf(username)
  return at < 0 ? [] : path.slice(at)
}

/** A row that violates the contract is returned in reduced form, so that it does not break the list. */
function toRow({ _id, day, text, eventId, at, objectPath, ...fields }: LogFact, actor: Actor): LogRow {
  const path = objectPath && { objectPath: pathBelow(actor, objectPath) }
  const row = { _id: eventId, ...fields, ...path, result: resultOf(fields.status), createdAt: at.toISOString() }
  const readLogs = LogRow.safeParse(row)
  if (readLogs.success) return readLogs.data
  const { username, subject, requestUrl, method, ipAddress, status, result, createdAt } = row
  const texts = { username, subject, requestUrl, method, ipAddress }
  const asText = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value ?? '')]))
  return { _id: eventId, ...(asText as typeof texts), result, status: Math.trunc(Number(status)) || 0, createdAt }
}
