import type { AnswerOf } from '@cascade/contracts'
import { ledgerApi } from '@cascade/contracts/accounts'
import { call } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

export type TreeNode = AnswerOf<typeof ledgerApi.tree>['data']['node']
export type FoundNode = AnswerOf<typeof ledgerApi.search>['data'][number]

/** One account and those directly below it. */
export function treeQuery(accountId: string) {
  return queryOptions({
    queryKey: [ledgerApi.tree.id, accountId],
    queryFn: async ({ signal }) => (await call(ledgerApi.tree, { params: { accountId }, signal })).data,
    staleTime: 15_000,
  })
}

export function searchTreeQuery(q: string) {
  return queryOptions({
    queryKey: [ledgerApi.search.id, q],
    queryFn: async ({ signal }) => (await call(ledgerApi.search, { query: { q }, signal })).data,
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
