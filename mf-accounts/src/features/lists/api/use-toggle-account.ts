import type { Account } from '@cascade/contracts/accounts'
import { type ListPage, queryKeyOf } from '@cascade/web-kit'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { toggleAccount } from '../../../shared/api/toggle-account'
import { useRefreshAccounts } from '../../../shared/api/use-refresh-accounts'

type Toggle = { account: Account; active: boolean }

/** Shows the new status at once and takes it back when the server refuses. */
export function useToggleAccount(scope: AccountScope) {
  const queryClient = useQueryClient()
  const refresh = useRefreshAccounts()
  const { parentId } = scope
  const lists = { queryKey: queryKeyOf((parentId === undefined ? ownCalls(scope) : childCalls(scope)).list) }

  return useMutation({
    mutationFn: ({ account: { _id }, active }: Toggle) => toggleAccount(scope, _id, active),
    onMutate: async ({ account, active }) => {
      await queryClient.cancelQueries(lists)
      const before = queryClient.getQueriesData<ListPage<Account>>(lists)
      // The sums of a list stand below its key, too, and have no rows.
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
