import { noticeApi, savedViewApi } from '@cascade/contracts/accounts'
import { type ScheduledReportId, ScheduleInput, scheduleApi } from '@cascade/contracts/reports'
import { call, listSource, ownKeyOf, readQuery, useChange } from '@cascade/web-kit'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { findUserId } from '../shared/user-filter'
import { schedulePageTexts } from './texts'

export const schedulesSource = listSource(scheduleApi.list)

/** Address and mail server. */
export const mailQuery = () =>
  queryOptions({
    queryKey: ownKeyOf(noticeApi.settings),
    queryFn: ({ signal }) => call(noticeApi.settings, { signal }),
  })

export const viewsQuery = () => readQuery(savedViewApi.list)

const refresh = { refresh: [scheduleApi.list] }
export const useCreateSchedule = () => useChange(scheduleApi.create, refresh)
export const useChangeSchedule = () => useChange(scheduleApi.change, refresh)
export const useRemoveSchedule = () => useChange(scheduleApi.remove, refresh)

/** Tables whose saved views choose the rows of a report. */
export const listOf: Readonly<Record<ScheduledReportId, string>> = {
  turnover: 'reports.turnover',
  transactions: 'reports.transactions',
  activities: 'reports.logs',
}

const fieldsOf = (report: ScheduledReportId) =>
  ScheduleInput.options.flatMap(({ shape }) => (shape.report.value === report ? Object.keys(shape.query.shape) : []))

/**
 * Filters of a saved view as the report's query, without those that a schedule does not have: period and page.
 * @throws Error if its user is not in the caller's subtree
 */
export async function toReportQuery(
  queryClient: QueryClient,
  report: ScheduledReportId,
  search: string,
): Promise<Record<string, string>> {
  const params = new URLSearchParams(search)
  const user = params.get('user')
  const id = user ? await findUserId(queryClient, user) : undefined
  if (user && !id) throw new Error(schedulePageTexts.text('noUser'))
  if (report === 'transactions') params.set('type', id ? 'one' : 'all')
  if (id) params.set(report === 'activities' ? 'userId' : 'id', id)
  const fields = fieldsOf(report)
  return Object.fromEntries([...params].filter(([name, value]) => value !== '' && fields.includes(name)))
}
