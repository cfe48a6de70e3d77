import {
  isCreditColumn,
  type LogRow,
  type ScheduledReportId,
  type ScheduleInput,
  scheduleRowsMax,
  type Transaction,
  type TurnoverRow,
} from '@cascade/contracts/reports'
import type { CellValue, ExportColumn } from '@cascade/files'
import { addDays, type Call, type Days, nameOfActor } from '@cascade/service-kit'
import type { ReportsDeps } from '../deps'
import { listLogs } from '../reports/activities/routes'
import { listTransactions } from '../reports/transactions/routes'
import { listTurnover } from '../reports/turnover/routes'

/** A report as plain cells. `total`: rows of the report, of which the first are in `rows`. */
export type ReportTable = { columns: ExportColumn<CellValue[]>[]; rows: CellValue[][]; total: number }

type Context = { deps: ReportsDeps; ctx: Call['ctx']; days: Days; signal: AbortSignal }
type Page = { page: number; size: number; until?: string | undefined }
type Rows<Row> = { data: Row[]; total?: number | undefined; until?: string | undefined }
type Query<R extends ScheduledReportId> = Extract<ScheduleInput, { report: R }>['query']

const pageSize = 500

/** Reads a report as its owner sees it. @throws AppError of the report's call */
export function readReport({ report, query }: ScheduleInput, context: Context): Promise<ReportTable> {
  if (report === 'turnover') return readTurnover(query, context)
  return report === 'transactions' ? readTransactions(query, context) : readActivities(query, context)
}

async function readTurnover(query: Query<'turnover'>, { deps, ctx, days, signal }: Context) {
  const period = { startDate: days.from, endDate: days.to }
  const read = (page: Page) =>
    listTurnover(deps, { ctx, input: { ...query, ...period, page: page.page, size: page.size } })
  return collect(turnoverColumns, [read], signal)
}

async function readTransactions(query: Query<'transactions'>, { deps, ctx, days, signal }: Context) {
  const reads = listDays(days, query.order).map(
    date => (page: Page) => listTransactions(deps, { ctx, input: { ...query, ...page, date } }),
  )
  return collect(transactionColumns, reads, signal)
}

async function readActivities(query: Query<'activities'>, { deps, ctx, days, signal }: Context) {
  const reads = listDays(days, query.order).map(
    date => (page: Page) => listLogs(deps, { ctx, input: { ...query, ...page, date } }),
  )
  return collect(activityColumns, reads, signal)
}

/** In the order of the rows: lists by time are read by day. */
function listDays({ from, to }: Days, order: 'asc' | 'desc' = 'desc'): string[] {
  const days = [from]
  for (let day = from; day < to; days.push(day)) day = addDays(day, 1)
  return order === 'asc' ? days : days.reverse()
}

async function collect<Row>(
  columns: readonly ExportColumn<Row>[],
  reads: readonly ((page: Page) => Promise<Rows<Row>>)[],
  signal: AbortSignal,
): Promise<ReportTable> {
  const rows: CellValue[][] = []
  let total = 0
  for (const read of reads) {
    let until: string | undefined
    for (let page = 1; ; page++) {
      signal.throwIfAborted()
      const found = await read({ page, size: pageSize, until })
      until = found.until
      if (page === 1) total += found.total ?? found.data.length
      for (const row of found.data.slice(0, scheduleRowsMax - rows.length)) {
        rows.push(columns.map(column => column.value(row, rows.length)))
      }
      if (found.data.length < pageSize || rows.length >= scheduleRowsMax) break
    }
  }
  return { columns: columns.map((column, at) => ({ ...column, value: cells => cells[at] })), rows, total }
}

const numberColumn = {
  title: 'No',
  value: (_row: unknown, index: number) => index + 1,
  kind: 'count',
  width: 8,
} as const
const points = <Row>(title: string, value: (row: Row) => CellValue): ExportColumn<Row> => ({
  ...{ title, value, width: 15 },
  kind: 'points',
})

// As in the exports of the screens.
const turnoverColumns: readonly ExportColumn<TurnoverRow>[] = [
  numberColumn,
  { title: 'ID', value: row => row.username, width: 30 },
  points('Play', row => row.playPoints),
  points('Win', row => row.winPoints),
  points('End', row => row.endPoints),
  points('SAM', row => row.supercom),
  points('AM', row => row.distcom),
  points('M', row => row.retailcom),
  points('P', row => row.usercom),
  points('Net', row => row.net),
]

const transactionColumns: readonly ExportColumn<Transaction>[] = [
  numberColumn,
  { title: 'Transaction ID', value: row => row._id },
  { title: 'User', value: row => row.userId, width: 30 },
  { title: 'Recipient', value: row => row.toUserId, width: 30 },
  points('Credit', row => (isCreditColumn(row) ? row.amount : undefined)),
  points('Debit', row => (isCreditColumn(row) ? undefined : row.amount)),
  { title: 'Message', value: row => row.transactionMessage },
  { title: 'Status', value: row => row.status },
  { title: 'Created Date', value: row => row.createdAt, kind: 'dateTime', width: 25 },
  { title: 'By', value: ({ by }) => [by && nameOfActor(by), by?.approvedBy].filter(Boolean).join(', '), width: 30 },
]

const activityColumns: readonly ExportColumn<LogRow>[] = [
  { title: 'Username', value: row => row.username },
  { title: 'Subject', value: row => row.subject },
  { title: 'What happened', value: row => row.sentence, width: 60 },
  { title: 'URL', value: row => row.requestUrl },
  { title: 'Method', value: row => row.method },
  { title: 'IP Address', value: row => row.ipAddress },
  { title: 'Created At', value: row => row.createdAt, kind: 'dateTime', width: 25 },
]
