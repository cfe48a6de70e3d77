import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { type AuthUser, accountApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type Reference = { _id: string; username: string }

/** As many as a choice shows at once; typing finds the others. */
const size = 50

/** Accounts one level above `role` in the actor's scope; an actor of that level himself is the only one. */
export function referencesQuery(actor: AuthUser, role: AccountRole, q: string) {
  const parentRole = parentRoleOf(role)
  return queryOptions({
    queryKey: ['accounts.references', actor._id, parentRole, q],
    queryFn: async ({ signal }): Promise<readonly Reference[]> => {
      if (!parentRole) return []
      if (parentRole === actor.role && parentRole !== 'superadmin') return [actor]
      const query = { page: 1, size, sort: 'username' as const, order: 'asc' as const, q }
      return (await call(accountApi[parentRole].list, { query, signal })).data
    },
    placeholderData: keepPreviousData,
  })
}

/** The id of the account one level above `role` that is called exactly `username`; null when there is none in scope. */
export function referenceByNameQuery(actor: AuthUser, role: AccountRole, username: string) {
  return queryOptions({
    ...referencesQuery(actor, role, username),
    placeholderData: undefined,
    select: (found: readonly Reference[]) => found.find(each => each.username.toLowerCase() === username)?._id ?? null,
  })
}
