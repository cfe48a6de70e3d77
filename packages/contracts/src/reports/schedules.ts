import { z } from 'zod'
import { auditAs } from '../audit'
import { CallerQuery, endpoint, IdParams, ListQuery, listResponseOf, responseOf, SuccessResponse } from '../define'
import type { ExamplesOf } from '../example'
import { figuresApi } from './figures'
import { logsApi } from './logs'
import { transactionsApi } from './transactions'

/** Maximum schedules per login. */
export const schedulesMax = 20
/** Maximum rows of a mailed file; it says how many there are. */
export const scheduleRowsMax = 5_000

export const scheduleTexts = {
  added: 'Schedule added.',
  changed: 'Schedule changed.',
  removed: 'Schedule removed.',
  full: `You have ${schedulesMax} schedules. Remove one first.`,
} as const

/** Names of the reports, on the page and in mail. */
export const scheduledReportNames = {
  turnover: 'Turnover Report',
  transactions: 'Transaction Report',
  activities: 'Log Activities',
} as const
export type ScheduledReportId = keyof typeof scheduledReportNames

export const scheduleFrequencies = ['daily', 'weekly', 'monthly'] as const
export const scheduleFormats = ['xlsx', 'csv', 'pdf'] as const

const timing = {
  /** `weekly`: on Mondays; `monthly`: on the first day. Each sends the last full day, week or month. */
  frequency: z.enum(scheduleFrequencies),
  /** `hh:mm` in the business zone. */
  at: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Write a time as hh:mm'),
  format: z.enum(scheduleFormats),
}

/** `query`: filters of the report's own call, without page and period. */
const reportOf = <R extends ScheduledReportId, Q extends z.ZodType>(report: R, query: Q) => ({
  report: z.literal(report),
  query,
  ...timing,
})
export const TurnoverFilters = figuresApi.turnover.query.pick({ id: true, q: true, sort: true, order: true })
export const TransactionFilters = transactionsApi.transactions.query.pick({
  ...{ id: true, type: true, q: true, kind: true, amountFrom: true, amountTo: true, order: true },
})
export const ActivityFilters = logsApi.logs.query.pick({
  ...{ userId: true, q: true, kind: true, result: true, operation: true, object: true, ip: true, order: true },
})
const turnover = reportOf('turnover', TurnoverFilters)
const transactions = reportOf('transactions', TransactionFilters)
const activities = reportOf('activities', ActivityFilters)

export const SentPeriod = z.object({
  from: z.iso.date(),
  to: z.iso.date(),
  at: z.iso.datetime(),
  state: z.enum(['sent', 'failed']),
})

export const ScheduleInput = z.discriminatedUnion('report', [
  z.strictObject(turnover),
  z.strictObject(transactions),
  z.strictObject(activities),
])
export type ScheduleInput = z.infer<typeof ScheduleInput>

const status = {
  _id: z.string(),
  nextAt: z.iso.datetime(),
  /** The last period whose mail was sent, or given up after an hour. */
  last: SentPeriod.nullable(),
}
export const Schedule = z.discriminatedUnion('report', [
  z.object({ ...turnover, ...status }),
  z.object({ ...transactions, ...status }),
  z.object({ ...activities, ...status }),
])
export type Schedule = z.infer<typeof Schedule>

/** Beyond the specification. Only the caller's own schedules; mail goes to the address of the caller's profile. */
export const scheduleApi = {
  list: endpoint({
    id: 'reports.schedule.list',
    domain: 'reports',
    route: 'GET /schedules',
    permission: 'reports.read',
    summary: "The caller's reports by mail, oldest first",
    query: z.strictObject({ ...CallerQuery.shape, page: ListQuery.shape.page, size: ListQuery.shape.size }),
    response: listResponseOf(Schedule),
  }),
  create: endpoint({
    id: 'reports.schedule.create',
    domain: 'reports',
    route: 'POST /schedules',
    permission: 'reports.read',
    audit: auditAs('Schedule added', 'scheduled a report'),
    summary: `Send a report by mail each day, week or month; at most ${schedulesMax}`,
    errors: ['NOT_FOUND'],
    body: ScheduleInput,
    response: responseOf(Schedule),
    creates: true,
  }),
  change: endpoint({
    id: 'reports.schedule.change',
    domain: 'reports',
    route: 'PUT /schedules/:id',
    permission: 'reports.read',
    audit: auditAs('Schedule changed', 'changed a scheduled report'),
    summary: "Replace one of the caller's schedules",
    errors: ['NOT_FOUND'],
    params: IdParams,
    body: ScheduleInput,
    response: responseOf(Schedule),
  }),
  remove: endpoint({
    id: 'reports.schedule.remove',
    domain: 'reports',
    route: 'DELETE /schedules/:id',
    permission: 'reports.read',
    audit: auditAs('Schedule removed', 'removed a scheduled report'),
    summary: "Remove one of the caller's schedules",
    errors: ['NOT_FOUND'],
    params: IdParams,
    response: SuccessResponse,
  }),
}

const input: ScheduleInput = {
  report: 'turnover',
  query: { q: 'north' },
  frequency: 'weekly',
  at: '07:00',
  format: 'xlsx',
}

export const scheduleExample: Schedule = {
  _id: 'id-schedule',
  ...input,
  nextAt: '2026-01-12T01:30:00.000Z',
  last: { from: '2025-12-29', to: '2026-01-04', at: '2026-01-05T01:30:04.000Z', state: 'sent' },
}

export const scheduleExamples = (): ExamplesOf<typeof scheduleApi> => ({
  fields: { id: scheduleExample._id, data: scheduleExample },
  list: { query: { page: 1, size: 10 }, response: { data: [scheduleExample], total: 1 } },
  create: { body: input, response: { message: scheduleTexts.added } },
  change: { body: input, response: { message: scheduleTexts.changed } },
  remove: { response: { message: scheduleTexts.removed } },
})
