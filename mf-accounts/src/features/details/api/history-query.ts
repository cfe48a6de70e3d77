import { historyApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** Lines of one page. */
export const historySize = 10

/** Who made and changed an account, newest first. */
export function historyQuery(accountId: string, page: number) {
  return queryOptions({
    queryKey: queryKeyOf(historyApi.list, accountId, page),
    queryFn: async ({ signal }) => {
      const answer = await call(historyApi.list, { params: { accountId }, query: { page, size: historySize }, signal })
      return { rows: answer.data, total: answer.total ?? answer.data.length }
    },
    placeholderData: keepPreviousData,
  })
}
