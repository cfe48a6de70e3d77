import type { AnswerOf, QueryInputOf } from '@cascade/contracts'
import { reportsApi, type TurnoverRow } from '@cascade/contracts/reports'
import { call, type ListPage, type ListSource, queryKeyOf } from '@cascade/web-kit'
import { inPeriod, periodFilters } from '../shared/period-filter'

/** `id`: whose children are shown, the reader's own unless it is chosen; `role` is that account's. */
export const turnoverFilters = { ...periodFilters, id: '', role: '' }

type Answer = AnswerOf<typeof reportsApi.turnover>
export type TurnoverPage = ListPage<TurnoverRow> & Omit<Answer, 'success' | 'data' | 'message'>

/** Play, win, commissions and net of the accounts directly below one. */
export function turnoverSource(): ListSource<TurnoverRow, TurnoverPage> {
  return {
    key: queryKeyOf(reportsApi.turnover),
    load: async (params, signal) => {
      const query = inPeriod(params) as QueryInputOf<typeof reportsApi.turnover>
      const {
        data,
        success: _success,
        message: _message,
        ...about
      } = await call(reportsApi.turnover, { query, signal })
      return { rows: data, ...about }
    },
  }
}
