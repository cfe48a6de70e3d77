import type { AnswerOf } from '@cascade/contracts'
import type { AccountApi } from '@cascade/contracts/accounts'
import { call, type ListParams, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { filtersOf } from './accounts-source'

type Sums = Pick<AnswerOf<AccountApi['list']>, 'balance' | 'branch'>

/** What all accounts of a filter hold together, and their branches; empty where they are too many to be summed. */
export function sumQuery(scope: AccountScope, { q, ...params }: ListParams) {
  const { parentId } = scope
  const filters = { ...filtersOf(params), ...(q ? { q } : {}) }
  const query = { ...filters, page: 1, size: 1, sums: 'true' as const }
  const list = (parentId === undefined ? ownCalls(scope) : childCalls(scope)).list
  return queryOptions({
    queryKey: queryKeyOf(list, 'sum', parentId, filters),
    queryFn: async ({ signal }): Promise<Sums> => {
      const answer =
        parentId === undefined
          ? await call(ownCalls(scope).list, { query, signal })
          : await call(childCalls(scope).list, { params: { parentId }, query, signal })
      return { balance: answer.balance, branch: answer.branch }
    },
  })
}
