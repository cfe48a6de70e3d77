import { reportsApi, type Transaction } from '@cascade/contracts/reports'
import { type ListSource, listSource, type PageOf } from '@cascade/web-kit'
import type { QueryClient } from '@tanstack/react-query'
import { findUserId } from '../shared/user-filter'

/** Report filters as in the URL; the user is given by name, so that links are readable. */
export const transactionFilters = { status: '', date: '', user: '', kind: '', amountFrom: '', amountTo: '' }

type Context = { queryClient: QueryClient; currentId: string }

/** Credit operations of the subtree, newest first; with `user`, those of that user. */
export function transactionsSource({
  queryClient,
  currentId,
}: Context): ListSource<Transaction, PageOf<typeof reportsApi.transactions>> {
  const { key, load } = listSource(reportsApi.transactions)
  return {
    key,
    load: async ({ user, ...params }, signal) => {
      if (!user) return load({ ...params, type: 'all' }, signal)
      const id = await findUserId(queryClient, String(user))
      return id ? load({ ...params, id, currentid: currentId, type: 'one' }, signal) : { rows: [], total: 0 }
    },
  }
}
