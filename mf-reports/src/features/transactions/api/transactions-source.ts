import { reportsApi, type Transaction } from '@cascade/contracts/reports'
import { type ListParams, type ListSource, listSource, queryKeyOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { idOfUser } from '../../../shared/api/users-query'
import { momentFilter } from '../../../shared/period'

/** Filters of the report in the address; the user is named there, so that a link says whom it is about. */
export const transactionFilters = {
  ...{ status: '', date: '', user: '', kind: '', amountFrom: '', amountTo: '' },
  ...momentFilter,
}

type Context = { queryClient: QueryClient; currentId: string }

/** Credit operations of the subtree, newest first; with the filter `user` those in which that user is a party. */
export function transactionsSource({ queryClient, currentId }: Context): ListSource<Transaction> {
  return {
    key: queryKeyOf(reportsApi.transactions),
    load: async ({ user, ...params }: ListParams, signal) => {
      if (!user) return listSource(reportsApi.transactions, { query: { type: 'all' } }).load(params, signal)
      const id = await idOfUser(queryClient, String(user))
      if (!id) return { rows: [], total: 0 }
      const query = { id, currentid: currentId, type: 'one' }
      return listSource(reportsApi.transactions, { query }).load(params, signal)
    },
  }
}
