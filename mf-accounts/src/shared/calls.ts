import { type AccountRole, type ParamsInputOf, parentRoleOf } from '@cascade/contracts'
import { type Account, type AccountApi, accountApi, childrenApi, sessionApi } from '@cascade/contracts/accounts'
import { call, domainKey, queryKeyOf, readQuery, send } from '@cascade/web-kit'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** Accounts of one level: all in scope or, with `parentId`, the children of one parent. */
export type AccountScope = { role: AccountRole; parentId?: string }

type CallTarget = { id?: string; action?: 'activate' | 'deactivate' }

/**
 * Endpoint and parameters of an account call, at the base of the level or below a parent; only the address differs.
 * @throws Error if the level has no parent level but `parentId` is set (programming error)
 */
export function accountCall<Name extends Exclude<keyof AccountApi, 'restore'>>(
  { role, parentId }: AccountScope,
  name: Name,
  target: CallTarget = {},
) {
  const parentRole = parentRoleOf(role)
  if (parentId !== undefined && !parentRole) throw new Error(`${role} has no parent`)
  const api = parentId !== undefined && parentRole ? childrenApi[parentRole] : accountApi[role]
  const params = { ...target, parentId, childId: target.id, userId: target.id }
  return { endpoint: api[name] as AccountApi[Name], params: params as ParamsInputOf<AccountApi[Name]> }
}

/** An account with the version to send as `If-Match`. */
export type LoadedAccount = { account: Account; etag: string | undefined }

/** `asOf`: ISO time of a past state; empty: now. `deleted`: a deleted account, too. */
type ReadOptions = { asOf?: string; deleted?: boolean }

export function accountQuery(scope: AccountScope, id: string, { asOf = '', deleted = false }: ReadOptions = {}) {
  const { endpoint, params } = accountCall(scope, 'read', { id })
  return queryOptions({
    queryKey: queryKeyOf(endpoint, id, scope.parentId, asOf, deleted),
    queryFn: async ({ signal }): Promise<LoadedAccount> => {
      const query = { ...(asOf && { asOf }), ...(deleted && { deleted: 'true' as const }) }
      const { answer, etag } = await send(endpoint, { params, query, signal })
      return { account: answer.data, etag }
    },
  })
}

/** An account of any level: the user's own or one below, also a deleted one. */
export const anyUserQuery = (id: string) => readQuery(sessionApi.fetchUserById, { query: { id, deleted: 'true' } })

/** An account of any level: the user's own or one below. */
export const userQuery = (id: string) => readQuery(sessionApi.fetchUserById, { query: { id } })

export const logoutPlayer = (id: string) => call(sessionApi.playerLogout, { query: { id, role: 'player' } })

export function toggleAccount(scope: AccountScope, id: string, active: boolean) {
  const { endpoint, params } = accountCall(scope, 'toggle', { id, action: active ? 'activate' : 'deactivate' })
  return call(endpoint, { params })
}

const changedDomains = ['accounts', 'reports'] as const

/** Subtree figures are updated asynchronously; by then they usually include a change. */
const subtreeDelayMs = 1_000

/** Refetches lists, details, tree, statement, reports and the balance in the top bar after a change. */
export function useRefreshAccounts(): () => Promise<void> {
  const queryClient = useQueryClient()
  return useCallback(async () => {
    const reads = changedDomains.map(domain => queryClient.invalidateQueries({ queryKey: domainKey(domain) }))
    setTimeout(() => void queryClient.invalidateQueries({ queryKey: domainKey('accounts') }), subtreeDelayMs)
    await Promise.all(reads)
  }, [queryClient])
}
