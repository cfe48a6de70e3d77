import { isSideRole } from '@cascade/contracts'
import { type Account, senderApi, sessionApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

/** Who may pay to an account, or gets back from it; the first is the acting user. */
export type Sender = { _id: string; username: string; walletBalance: number }

export function sendersQuery({ _id: id, role }: Pick<Account, '_id' | 'role'>) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.loadCredit, id),
    queryFn: async ({ signal }): Promise<readonly Sender[]> => {
      if (!isSideRole(role)) return (await call(sessionApi.loadCredit, { query: { id }, signal })).data
      return [(await call(senderApi[role], { params: { id }, signal })).data]
    },
  })
}
