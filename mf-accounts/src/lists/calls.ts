import type { Account } from '@cascade/contracts/accounts'
import {
  call,
  type ListPage,
  type ListParams,
  type ListSource,
  listSource,
  orWaiting,
  queryKeyOf,
} from '@cascade/web-kit'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AccountScope, accountCall, logoutPlayer, toggleAccount, useRefreshAccounts } from '../accounts/calls'
import { endOfDay, startOfDay } from '../accounts/day-bounds'

/** List filters as in the URL; `from` and `to` are business days. */
export const accountFilters = { status: '', parent: '', balanceFrom: '', balanceTo: '', from: '', to: '' } as const

export function accountsSource(scope: AccountScope): ListSource<Account> {
  const { endpoint, params } = accountCall(scope, 'list')
  const { key, load } = listSource(endpoint, { params })
  return { key, load: ({ from, to, ...filters }, signal) => load({ ...filters, ...createdBetween(from, to) }, signal) }
}

/** Non-empty filters as query parameters. */
export function buildFilterQuery({ status, parent, balanceFrom, balanceTo, asOf, from, to }: Partial<ListParams>) {
  const set = Object.entries({ status, parent, balanceFrom, balanceTo, asOf, ...createdBetween(from, to) })
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''))
}

const createdBetween = (from: ListParams[string], to: ListParams[string]) => ({
  createdFrom: startOfDay(from),
  createdTo: endOfDay(to),
})

/** Sum of balances and subtrees of a filter; undefined if there are too many accounts. */
export function sumQuery(scope: AccountScope, { q, ...params }: ListParams) {
  const filters = { ...buildFilterQuery(params), ...(q ? { q } : {}) }
  const { endpoint, params: pathParams } = accountCall(scope, 'list')
  return queryOptions({
    queryKey: queryKeyOf(endpoint, 'sum', scope.parentId, filters),
    queryFn: async ({ signal }) => {
      const query = { ...filters, page: 1, size: 1, sums: 'true' as const }
      const { balance, branch, total } = await call(endpoint, { params: pathParams, query, signal })
      return { balance, branch, total }
    },
  })
}

type Deletion = { id: string; settle: boolean }

/** The balance returns to the parent; with `settle`, deletion waits until open draws are paid out. */
export function useDeleteAccount(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn({ id, settle }: Deletion) {
      const { endpoint, params } = accountCall(scope, 'remove', { id })
      return orWaiting(call(endpoint, { params, query: settle ? { settle: 'true' } : {} }))
    },
    onSuccess: refresh,
  })
}

export function useLogoutPlayer() {
  const refresh = useRefreshAccounts()
  return useMutation({ mutationFn: logoutPlayer, onSuccess: refresh })
}

type Toggle = { account: Account; active: boolean }

/** Optimistic update, rolled back on failure. */
export function useToggleAccount(scope: AccountScope) {
  const queryClient = useQueryClient()
  const refresh = useRefreshAccounts()
  const lists = { queryKey: queryKeyOf(accountCall(scope, 'list').endpoint) }

  return useMutation({
    mutationFn: ({ account: { _id }, active }: Toggle) => toggleAccount(scope, _id, active),
    onMutate: async ({ account, active }) => {
      await queryClient.cancelQueries(lists)
      const before = queryClient.getQueriesData<ListPage<Account>>(lists)
      // Sums share the key prefix but have no rows.
      queryClient.setQueriesData<Partial<ListPage<Account>>>(lists, page =>
        page?.rows ? { ...page, rows: page.rows.map(row => withStatus(row, account._id, active)) } : page,
      )
      return before
    },
    onError: (_error, _toggle, before) => {
      for (const [key, page] of before ?? []) queryClient.setQueryData(key, page)
    },
    onSettled: refresh,
  })
}

const withStatus = (row: Account, id: string, userStatus: boolean) => (row._id === id ? { ...row, userStatus } : row)
