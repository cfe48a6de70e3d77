import type { AnswerOf, QueryInputOf } from '@cascade/contracts'
import { type PayoutRow, reportsApi } from '@cascade/contracts/reports'
import { call, type ListPage, type ListSource, queryKeyOf } from '@cascade/web-kit'

/** `role`: accounts of one level; empty for all below the reader. */
export const payoutFilters = { role: '' }

export type PayoutPage = ListPage<PayoutRow> &
  Pick<AnswerOf<typeof reportsApi.commissionPayout>, 'asOf' | 'verified' | 'summary'>

/** What was played below each account, and its commission on it. */
export function payoutsSource(): ListSource<PayoutRow, PayoutPage> {
  return {
    key: queryKeyOf(reportsApi.commissionPayout),
    load: async (params, signal) => {
      const query = params as QueryInputOf<typeof reportsApi.commissionPayout>
      const { data, total, asOf, verified, summary } = await call(reportsApi.commissionPayout, { query, signal })
      return { rows: data, total, asOf, verified, summary }
    },
  }
}
