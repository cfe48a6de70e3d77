import type { AnswerOf, QueryInputOf } from '@cascade/contracts'
import { reportsApi, type Transaction } from '@cascade/contracts/reports'
import { call, type ListPage, type ListParams, type ListSource, queryKeyOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { idOfUser } from '../shared/user-filter'

/** Filters of the report in the address; the user is named there, so that a link says whom it is about. */
export const transactionFilters = { status: '', date: '', user: '', kind: '', amountFrom: '', amountTo: '' }

type Context = { queryClient: QueryClient; currentId: string }
export type TransactionPage = ListPage<Transaction> & Pick<AnswerOf<typeof reportsApi.transactions>, 'sums'>

/** Credit operations of the subtree, newest first; with the filter `user` those in which that user is a party. */
export function transactionsSource({ queryClient, currentId }: Context): ListSource<Transaction, TransactionPage> {
  return {
    key: queryKeyOf(reportsApi.transactions),
    load: async ({ user, ...params }: ListParams, signal) => {
      const id = user ? await idOfUser(queryClient, String(user)) : undefined
      if (user && !id) return { rows: [], total: 0 }
      const own = id ? { id, currentid: currentId, type: 'one' } : { type: 'all' }
      const query = { ...params, ...own } as QueryInputOf<typeof reportsApi.transactions>
      const { data, total, until, searched, sums } = await call(reportsApi.transactions, { query, signal })
      return { rows: data, total: total ?? data.length, until, searched, sums }
    },
  }
}
