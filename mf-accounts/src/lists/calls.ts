import type { Account } from '@cascade/contracts/accounts'
import { call, type ListParams, type ListSource, listSource, queryKeyOf } from '@cascade/web-kit'
import { queryOptions } from '@tanstack/react-query'
import { type AccountScope, accountCall } from '../shared/calls'
import { endOfDay, startOfDay } from '../shared/day-bounds'

/** List filters as in the URL; `from` and `to` are business days. */
export const accountFilters = {
  ...{ status: '', parent: '', balanceFrom: '', balanceTo: '', from: '', to: '' },
  limitDay: '',
} as const

export function accountsSource(scope: AccountScope): ListSource<Account> {
  const { endpoint, params } = accountCall(scope, 'list')
  const { key, load } = listSource(endpoint, { params })
  return {
    key,
    load: ({ from, to, status, ...filters }, signal) =>
      load({ ...filters, ...statusQuery(status), ...createdBetween(from, to) }, signal),
  }
}

/** Non-empty filters as query parameters. */
export function buildFilterQuery({ status, parent, asOf, from, to, ...params }: Partial<ListParams>) {
  const { balanceFrom, balanceTo, limitDay } = params
  const set = Object.entries({
    ...statusQuery(status),
    ...{ parent, balanceFrom, balanceTo, limitDay, asOf },
    ...createdBetween(from, to),
  })
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''))
}

const statusQuery = (status: ListParams[string]) => (status === 'deleted' ? { deleted: 'true' } : { status })

const createdBetween = (from: ListParams[string], to: ListParams[string]) => ({
  createdFrom: startOfDay(from),
  createdTo: endOfDay(to),
})

/** Sum of balances and subtrees of a filter; undefined if there are too many accounts. */
export function sumQuery(scope: AccountScope, { q, ...params }: ListParams) {
  const filters = { ...buildFilterQuery(params), ...(q ? { q } : {}) }
  const { endpoint, params: pathParams } = accountCall(scope, 'list')
  return queryOptions({
    queryKey: queryKeyOf(endpoint, 'sum', scope.parentId, filters),
    queryFn: async ({ signal }) => {
      const query = { ...filters, page: 1, size: 1, sums: 'true' as const }
      const { balance, branch, total } = await call(endpoint, { params: pathParams, query, signal })
      return { balance, branch, total }
    },
  })
}
