import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import {
  type Account,
  accountApi,
  type CreateAccountInput,
  type CreatedAccount,
  childrenApi,
  sessionApi,
} from '@cascade/contracts/accounts'
import { call, domainKey, queryKeyOf, send } from '@cascade/web-kit'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** An account with the version that an edit must name. */
export type LoadedAccount = { account: Account; etag: string | undefined }

/** Empty `asOf`: as it is now. */
export function accountQuery(scope: AccountScope, id: string, asOf = '') {
  return queryOptions({
    queryKey: queryKeyOf(ownCalls(scope).read, id, scope.parentId, asOf),
    queryFn: async ({ signal }): Promise<LoadedAccount> => {
      const { answer, etag } = await readAccount(scope, id, { query: asOf ? { asOf } : {}, signal })
      return { account: answer.data, etag }
    },
  })
}

type Read = { query: { asOf?: string }; signal: AbortSignal }

function readAccount(scope: AccountScope, id: string, { query, signal }: Read) {
  const { parentId } = scope
  return parentId === undefined
    ? send(ownCalls(scope).read, { params: { id }, query, signal })
    : send(childCalls(scope).read, { params: { parentId, childId: id }, query, signal })
}

/** Accounts of one level: at the level's own base or, with `parentId`, at the children calls of one parent. */
export type AccountScope = { role: AccountRole; parentId?: string }

export const ownCalls = ({ role }: AccountScope) => accountApi[role]

/** @throws Error for a level that is nobody's child: a mistake of the caller. */
export function childCalls({ role }: AccountScope) {
  const parentRole = parentRoleOf(role)
  if (!parentRole) throw new Error(`${role} has no parent`)
  return childrenApi[parentRole]
}

/** Repeats with one key make one account. */
export async function createAccount(
  scope: AccountScope,
  body: CreateAccountInput,
  idempotencyKey: string,
): Promise<CreatedAccount> {
  const { parentId } = scope
  const answer =
    parentId === undefined
      ? await call(ownCalls(scope).create, { body, idempotencyKey })
      : await call(childCalls(scope).create, { params: { parentId }, body, idempotencyKey })
  return answer.data
}

/** Ends all sessions of a player. */
export const logoutPlayer = (id: string) => call(sessionApi.playerLogout, { query: { id, role: 'player' } })

export function toggleAccount(scope: AccountScope, id: string, active: boolean) {
  const action = active ? 'activate' : 'deactivate'
  const { parentId } = scope
  return parentId === undefined
    ? call(ownCalls(scope).toggle, { params: { userId: id, action } })
    : call(childCalls(scope).toggle, { params: { parentId, childId: id, action } })
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

/** An account of whatever level: oneself or someone below. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.fetchUserById, id),
    queryFn: async ({ signal }) => (await call(sessionApi.fetchUserById, { query: { id }, signal })).data,
  })
}
