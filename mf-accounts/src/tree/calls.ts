import type { AnswerOf } from '@cascade/contracts'
import { ledgerApi } from '@cascade/contracts/accounts'
import { readOf } from '@cascade/web-kit'
import { keepPreviousData } from '@tanstack/react-query'

export type TreeNode = AnswerOf<typeof ledgerApi.tree>['data']['node']
export type FoundNode = AnswerOf<typeof ledgerApi.search>['data'][number]

const freshForMs = 15_000

/** One account and those directly below it; empty `asOf`: as they are now. */
export const treeQuery = (accountId: string, asOf: string) => ({
  ...readOf(ledgerApi.tree, { params: { accountId }, query: asOf ? { asOf } : {} }),
  staleTime: freshForMs,
})

/** Accounts in scope whose username or unique id begins with `q`. */
export const treeSearchQuery = (q: string) => ({
  ...readOf(ledgerApi.search, { query: { q } }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})
