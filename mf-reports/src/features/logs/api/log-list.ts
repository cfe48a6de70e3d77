import { type LogRow, reportsApi } from '@cascade/contracts/reports'
import { type ListSource, listSource } from '@cascade/web-kit'

const source = listSource(reportsApi.logs)

export const logFilters = { date: '' }

/** Activities of the caller's subtree, newest first; what is searched for is looked up in username and subject. */
export const logList: ListSource<LogRow> = {
  key: source.key,
  load: ({ q, ...params }, signal) => source.load({ ...params, search: q }, signal),
}
