import type { QueryOf } from '@cascade/contracts'
import type { LogRow, reportsApi } from '@cascade/contracts/reports'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { type Reader, readerOf } from '../daybook/daybook'
import { readPage } from '../daybook/read-page'
import type { ReportsDeps } from '../deps'
import { type LogEntry, logsName } from './log-rows'

type LogQuery = QueryOf<typeof reportsApi.logs>
type LogList = { data: LogRow[]; total: number }

/** Activities of everybody the actor sees. */
export async function listLogs({ db }: ReportsDeps, { ctx, input }: Ask<LogQuery>): Promise<LogList> {
  requirePermission(ctx, 'reports.read')
  return read(db, await readerOf(db, ctx.actor, undefined, false), input)
}

/** Activities of one account of the actor's scope: its own, not those below it. */
export async function listLogsOf(
  { db }: ReportsDeps,
  { ctx, input }: Ask<LogQuery & { accountId: string }>,
): Promise<LogList> {
  requirePermission(ctx, 'reports.read')
  return read(db, await readerOf(db, ctx.actor, input.accountId, true), input)
}

async function read(db: Db, reader: Reader, { date, search, q, order, page, size }: LogQuery): Promise<LogList> {
  const filter = { day: date, search: (search || q)?.trim(), order, page, size }
  const { rows, total } = await readPage<LogEntry>(db, logsName, reader, filter)
  return { data: rows.map(toAnswer), total }
}

const toAnswer = ({ eventId, username, subject, requestUrl, method, ipAddress, at }: LogEntry): LogRow => ({
  _id: eventId,
  username,
  subject,
  requestUrl,
  method,
  ipAddress,
  createdAt: at.toISOString(),
})
