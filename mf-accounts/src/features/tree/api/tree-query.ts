import type { AnswerOf } from '@cascade/contracts'
import { ledgerApi } from '@cascade/contracts/accounts'
import { call, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'

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
