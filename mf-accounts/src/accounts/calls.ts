import { type AccountRole, type ParamsInputOf, parentRoleOf } from '@cascade/contracts'
import { type Account, type AccountApi, accountApi, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import { call, domainKey, queryKeyOf, readOf, send } from '@cascade/web-kit'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Accounts of one level: at the level's own base or, with `parentId`, at the children calls of one parent. */
export type AccountScope = { role: AccountRole; parentId?: string }

type Of = { id?: string; action?: 'activate' | 'deactivate' }

/**
 * A call of a level at its own base or below one parent: the same but for its address. The params name the account as
 * either address does. @throws Error for a level that is nobody's child: a mistake of the caller.
 */
export function accountCall<Name extends keyof AccountApi>({ role, parentId }: AccountScope, name: Name, of: Of = {}) {
  const parentRole = parentRoleOf(role)
  if (parentId !== undefined && !parentRole) throw new Error(`${role} has no parent`)
  const api = parentId !== undefined && parentRole ? childrenApi[parentRole] : accountApi[role]
  const params = { ...of, parentId, childId: of.id, userId: of.id }
  return { endpoint: api[name] as AccountApi[Name], params: params as ParamsInputOf<AccountApi[Name]> }
}

/** An account with the version that an edit must name. */
export type LoadedAccount = { account: Account; etag: string | undefined }

/** Empty `asOf`: as it is now. */
export function accountQuery(scope: AccountScope, id: string, asOf = '') {
  const { endpoint, params } = accountCall(scope, 'read', { id })
  return queryOptions({
    queryKey: queryKeyOf(endpoint, id, scope.parentId, asOf),
    queryFn: async ({ signal }): Promise<LoadedAccount> => {
      const { answer, etag } = await send(endpoint, { params, query: asOf ? { asOf } : {}, signal })
      return { account: answer.data, etag }
    },
  })
}

/** An account of whatever level: oneself or someone below. */
export const userQuery = (id: string) => readOf(sessionApi.fetchUserById, { query: { id } })

/** Ends all sessions of a player. */
export const logoutPlayer = (id: string) => call(sessionApi.playerLogout, { query: { id, role: 'player' } })

export function toggleAccount(scope: AccountScope, id: string, active: boolean) {
  const { endpoint, params } = accountCall(scope, 'toggle', { id, action: active ? 'activate' : 'deactivate' })
  return call(endpoint, { params })
}

/** What the server may answer differently after a change of an account or of credit. */
const changedDomains = ['accounts', 'reports'] as const

/** Until the figures of branches, which follow the events, tell of a change. */
const branchesFollowMs = 1_000

/** After a change: lists, details, the tree, the statement, reports and the balance in the top bar are read again. */
export function useRefreshAccounts(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    const reads = changedDomains.map(domain => queryClient.invalidateQueries({ queryKey: domainKey(domain) }))
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: domainKey('accounts') }), branchesFollowMs)
    await Promise.all(reads)
  }, [queryClient])
}
