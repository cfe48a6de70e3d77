import type { AnswerOf } from '@cascade/contracts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

export type Week = AnswerOf<typeof reportsApi.weeks>['data']['thisWeek']

/** What was played, won and left in this week and in the last one, by an account and all below it; empty `asOf`: now. */
export function weeksQuery(id: string, asOf: string) {
  return queryOptions({
    queryKey: queryKeyOf(reportsApi.weeks, id, asOf),
    queryFn: async ({ signal }) =>
      (await call(reportsApi.weeks, { query: { id, ...(asOf ? { asOf } : {}) }, signal })).data,
  })
}
