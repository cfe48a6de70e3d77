import type { ResponseOf } from '@cascade/contracts'
import { ledgerApi } from '@cascade/contracts/accounts'
import { readQuery } from '@cascade/web-kit'
import { keepPreviousData } from '@tanstack/react-query'

export type TreeNode = ResponseOf<typeof ledgerApi.tree>['data']['node']
export type FoundNode = ResponseOf<typeof ledgerApi.search>['data'][number]

const staleMs = 15_000

/** An account and its children. @param asOf ISO time of a past state; empty: now */
export const treeQuery = (accountId: string, asOf: string) => ({
  ...readQuery(ledgerApi.tree, { params: { accountId }, query: asOf ? { asOf } : {} }),
  staleTime: staleMs,
})

/** Accounts in scope by prefix of username or unique id. */
export const treeSearchQuery = (q: string) => ({
  ...readQuery(ledgerApi.search, { query: { q } }),
  enabled: q !== '',
  placeholderData: keepPreviousData,
})
