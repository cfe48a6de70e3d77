import type { AnswerOf } from '@cascade/contracts'
import { ledgerApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type TreeNode = AnswerOf<typeof ledgerApi.tree>['data']['node']

const freshForMs = 15_000

/** One account and those directly below it; empty `asOf`: as they are now. */
export function treeQuery(accountId: string, asOf: string) {
  return queryOptions({
    queryKey: queryKeyOf(ledgerApi.tree, accountId, asOf),
    queryFn: async ({ signal }) =>
      (await call(ledgerApi.tree, { params: { accountId }, query: asOf ? { asOf } : {}, signal })).data,
    staleTime: freshForMs,
  })
}

export type FoundNode = AnswerOf<typeof ledgerApi.search>['data'][number]

/** Accounts in scope whose username or unique id begins with `q`. */
export function treeSearchQuery(q: string) {
  return queryOptions({
    queryKey: queryKeyOf(ledgerApi.search, q),
    queryFn: async ({ signal }) => (await call(ledgerApi.search, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
