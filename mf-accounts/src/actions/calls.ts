import type { AccountRole } from '@cascade/contracts'
import { type Account, accountApi } from '@cascade/contracts/accounts'
import { call, type ListPage, orWaiting, queryKeyOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AccountScope, accountCall, logoutPlayer, toggleAccount, useRefreshAccounts } from '../shared/calls'

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

export function useRestoreAccount(role: AccountRole) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (id: string) => orWaiting(call(accountApi[role].restore, { params: { id } })),
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
