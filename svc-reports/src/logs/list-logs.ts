import type { QueryOf } from '@cascade/contracts'
import { LogRow, type reportsApi } from '@cascade/contracts/reports'
import {
  type Actor,
  type Ask,
  chosenAccount,
  type Fact,
  type Hidden,
  type Part,
  readPage,
  requirePermission,
} from '@cascade/service-kit'
import type { Filter } from 'mongodb'
import type { ReportsDeps } from '../deps'
import { listOf } from '../lists/readers'
import { containing } from '../lists/search'
import { pageOfTime, type TimeList } from '../lists/time-list'
import { visibleParts } from '../lists/visible-parts'
import { type LogFact, logsName, resultListOf, resultOf } from './log-facts'

type LogQuery = QueryOf<typeof reportsApi.logs>

/** Activities of everybody the actor sees, or of the one account that `userId` names. */
export async function listLogs(deps: ReportsDeps, { ctx, input }: Ask<LogQuery>) {
  requirePermission(ctx, 'reports.read')
  const account = await chosenAccount(deps.db, ctx.actor, input.userId)
  return read(deps, ctx.actor, listOf(account, Boolean(input.userId)), input)
}

/** Activities of one account of the actor's scope: its own, not those below it. */
export async function listLogsOf(deps: ReportsDeps, { ctx, input }: Ask<LogQuery & { accountId: string }>) {
  requirePermission(ctx, 'reports.read')
  return read(deps, ctx.actor, listOf(await chosenAccount(deps.db, ctx.actor, input.accountId), true), input)
}

async function read(deps: ReportsDeps, actor: Actor, reader: string, query: LogQuery) {
  const text = (query.search || query.q)?.trim()
  const conditions: Filter<LogFact>[] = [
    ...(text ? [{ text: containing(text) }] : []),
    ...(query.result === 'done' ? [{ status: { $lt: 400 } }] : []),
  ]
  const match = conditions.length === 0 ? undefined : ({ $and: conditions } as Filter<Fact>)
  const list = query.result ? resultListOf(reader, query.result) : reader
  const [hidden = []] = await deps.clearings.hiddenFrom(actor, 'userlog')
  const { rows, ...page } = await pageOfTime(logsOf(deps, { reader: list, match }, hidden), query, deps)
  return { ...page, data: rows.map(toAnswer) }
}

function logsOf({ db, zone }: ReportsDeps, list: Part, hidden: Hidden[]): TimeList<LogFact> {
  const facts = db.collection<LogFact>(logsName)
  const kinds = [{ match: {}, hidden }]
  return {
    read: (within, paging) =>
      readPage<LogFact>(db, logsName, visibleParts({ ...list, ...within }, kinds, zone), paging),
    idAt: async ordinal => (await facts.findOne({ _id: ordinal }))?.eventId,
    async ordinalOf(eventId) {
      const fact = await facts.findOne({ eventId })
      return fact ? Number(fact._id) : undefined
    },
  }
}

/** A row that is not what the contract names is shown as such: it must not close the list for the others. */
function toAnswer({ _id, day, text, eventId, at, ...told }: LogFact): LogRow {
  const row = { _id: eventId, ...told, result: resultOf(told.status), createdAt: at.toISOString() }
  const read = LogRow.safeParse(row)
  if (read.success) return read.data
  const { username, subject, requestUrl, method, ipAddress, status, result, createdAt } = row
  const texts = { username, subject, requestUrl, method, ipAddress }
  const asText = Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, String(value ?? '')]))
  return { _id: eventId, ...(asText as typeof texts), result, status: Math.trunc(Number(status)) || 0, createdAt }
}
