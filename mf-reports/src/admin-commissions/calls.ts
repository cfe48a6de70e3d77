import type { AnswerOf, QueryInputOf } from '@cascade/contracts'
import { type AdminCommissionRow, reportsApi } from '@cascade/contracts/reports'
import { call, type ListPage, type ListSource, queryKeyOf } from '@cascade/web-kit'
import { inPeriod } from '../shared/period-filter'

type Answer = AnswerOf<typeof reportsApi.adminCommission>
export type AdminCommissionPage = ListPage<AdminCommissionRow> & Omit<Answer, 'success' | 'data' | 'message'>

/** The operator's share of what was played, by admin and game. */
export function adminCommissionsSource(): ListSource<AdminCommissionRow, AdminCommissionPage> {
  return {
    key: queryKeyOf(reportsApi.adminCommission),
    load: async (params, signal) => {
      const query = inPeriod(params) as QueryInputOf<typeof reportsApi.adminCommission>
      const answer = await call(reportsApi.adminCommission, { query, signal })
      const { data, success: _success, message: _message, ...about } = answer
      return { rows: data, ...about }
    },
  }
}
