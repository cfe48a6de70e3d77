import type { QueryInputOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { type ListParams, readQuery } from '@cascade/web-kit'
import { toPeriodQuery } from '../shared/period-filter'

/** Chart data of an account: over time, by game and by child. @param params period, `asOf`, `id` and `commission` */
export function chartQuery(params: Omit<ListParams, 'page' | 'size'>) {
  const { preset, startDate, endDate, asOf, id, commission } = toPeriodQuery({ page: 1, size: 10, ...params })
  const query = { preset, startDate, endDate, asOf, id, commission } as QueryInputOf<typeof reportsApi.chart>
  return readQuery(reportsApi.chart, { query })
}
