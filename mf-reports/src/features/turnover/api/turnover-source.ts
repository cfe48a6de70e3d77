import type { AnswerOf, QueryInputOf } from '@cascade/contracts'
import { reportsApi, type TurnoverRow } from '@cascade/contracts/reports'
import { call, type ListPage, type ListParams, type ListSource, queryKeyOf } from '@cascade/web-kit'
import { type Period, periodFilters, periodQuery } from '../../../shared/period'

/** `id`: whose children are shown; the reader's own unless it is chosen. `role` is that account's. */
export const turnoverFilters = { ...periodFilters, id: '', role: '' }

export type TurnoverPage = ListPage<TurnoverRow> & Omit<AnswerOf<typeof reportsApi.turnover>, 'success' | 'data'>

/** Play, win, commissions and net of the accounts directly below one. */
export function turnoverSource(period: Period): ListSource<TurnoverRow, TurnoverPage> {
  return {
    key: queryKeyOf(reportsApi.turnover),
    load: async ({ preset: _preset, startDate: _start, endDate: _end, asOf: _asOf, ...params }: ListParams, signal) => {
      const query = { ...params, ...periodQuery(period) } as QueryInputOf<typeof reportsApi.turnover>
      const { data, ...about } = await call(reportsApi.turnover, { query, signal })
      return { rows: data, ...about }
    },
  }
}
