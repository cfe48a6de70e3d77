import { type AuthUser, sessionApi } from '@cascade/contracts/accounts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../api/api-client'
import { queryKeyOf } from '../api/calls'

/** The signed-in user with the present balance. Invalidate it after moving credit: the top bar follows. */
export function ownAccountQuery(user: AuthUser) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.userauth, user._id),
    queryFn: async ({ signal }) => (await call(sessionApi.userauth, { params: { id: user._id }, signal })).user,
    placeholderData: user,
    // Others move credit too: who comes back to this tab sees what the wallet holds now.
    refetchOnWindowFocus: 'always' as const,
  })
}
