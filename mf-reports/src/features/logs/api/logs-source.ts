import { type LogRow, reportsApi } from '@cascade/contracts/reports'
import { type ListSource, listSource } from '@cascade/web-kit'

export const logFilters = { date: '' }

/** Activities of the caller's subtree, newest first; what is searched for is looked up in username and subject. */
export function logsSource(): ListSource<LogRow> {
  const { key, load } = listSource(reportsApi.logs)
  return { key, load: ({ q, ...params }, signal) => load({ ...params, search: q }, signal) }
}
