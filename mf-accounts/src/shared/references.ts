import { type AccountRole, parentRoleOf, toSearchKey } from '@cascade/contracts'
import { type AuthUser, accountApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type Reference = { _id: string; username: string }

/** Size of the choice list; typing searches the rest. */
const choicesMax = 50

/** Accounts one level above `role` in scope; if the actor has that level, only the actor. */
export function referencesQuery(actor: AuthUser, role: AccountRole, q: string) {
  const parentRole = parentRoleOf(role)
  const list = parentRole && accountApi[parentRole].list
  return queryOptions({
    queryKey: queryKeyOf(list ?? accountApi[role].list, 'references', actor._id, role, q),
    queryFn: async ({ signal }): Promise<readonly Reference[]> => {
      if (!list) return []
      if (parentRole === actor.role && parentRole !== 'superadmin') return [actor]
      const query = { page: 1, size: choicesMax, sort: 'username' as const, order: 'asc' as const, q }
      return (await call(list, { query, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** Id of the account one level above `role` with exactly this username; null if there is none in scope. */
export function referenceByNameQuery(actor: AuthUser, role: AccountRole, username: string) {
  return queryOptions({
    ...referencesQuery(actor, role, username),
    placeholderData: undefined,
    select: (accounts: readonly Reference[]) =>
      accounts.find(each => toSearchKey(each.username) === toSearchKey(username))?._id ?? null,
  })
}
