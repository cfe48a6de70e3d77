import type { ResponseOf } from '@cascade/contracts'
import { type Account, accountHistoryApi, sessionApi } from '@cascade/contracts/accounts'
import { reportsApi } from '@cascade/contracts/reports'
import { call, listSource, queryKeyOf, readQuery } from '@cascade/web-kit'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

type Ancestor = Pick<Account, '_id' | 'username' | 'role'>

/** Depth of the tree; guards against an endless loop. */
const depthMax = 5

/** Ancestors that the actor may see, top down; the actor comes first. */
export function ancestorsQuery({ _id, refId }: Pick<Account, '_id' | 'refId'>) {
  return queryOptions({
    queryKey: queryKeyOf(sessionApi.fetchUserById, 'chain', _id, refId?._id),
    queryFn: async ({ signal }): Promise<Ancestor[]> => {
      const ancestors: Ancestor[] = []
      let next = refId?._id
      while (next !== undefined && ancestors.length < depthMax) {
        const { data } = await call(sessionApi.fetchUserById, { query: { id: next }, signal })
        ancestors.unshift(data)
        next = data.refId?._id
      }
      return ancestors
    },
  })
}

export const historyPageSize = 10

/** Change log of an account, newest first. */
export function historyQuery(accountId: string, page: number) {
  const { key, load } = listSource(accountHistoryApi.list, { params: { accountId } })
  return queryOptions({
    queryKey: [...key, page],
    queryFn: ({ signal }) => load({ page, size: historyPageSize }, signal),
    placeholderData: keepPreviousData,
  })
}

/** Credit operations of an account, newest first. */
export const lastTransactionsSource = (id: string) =>
  listSource(reportsApi.transactions, { query: { id, type: 'one' } })

export type Week = ResponseOf<typeof reportsApi.weeks>['data']['thisWeek']

/** Figures of this and last week for a subtree. @param asOf ISO time of a past state; empty: now */
export const weeksQuery = (id: string, asOf: string) =>
  readQuery(reportsApi.weeks, { query: { id, ...(asOf ? { asOf } : {}) } })
