import { reportsApi, type Transaction } from '@cascade/contracts/reports'
import { type ListSource, listSource, type PageOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { idOfUser } from '../shared/user-filter'

/** Filters of the report in the address; the user is named there, so that a link says whom it is about. */
export const transactionFilters = { status: '', date: '', user: '', kind: '', amountFrom: '', amountTo: '' }

type Context = { queryClient: QueryClient; currentId: string }

/** Credit operations of the subtree, newest first; with the filter `user` those in which that user is a party. */
export function transactionsSource({
  queryClient,
  currentId,
}: Context): ListSource<Transaction, PageOf<typeof reportsApi.transactions>> {
  const { key, load } = listSource(reportsApi.transactions)
  return {
    key,
    load: async ({ user, ...params }, signal) => {
      if (!user) return load({ ...params, type: 'all' }, signal)
      const id = await idOfUser(queryClient, String(user))
      return id ? load({ ...params, id, currentid: currentId, type: 'one' }, signal) : { rows: [], total: 0 }
    },
  }
}
