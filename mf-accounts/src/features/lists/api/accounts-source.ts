import type { Account } from '@cascade/contracts/accounts'
import { type ListParams, type ListSource, listSource } from '@cascade/web-kit'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'
import { endOfDay, startOfDay } from '../../../shared/day-bounds'

/** What a list of accounts may be narrowed by, as the address has it: `from` and `to` are days of the reader. */
export const accountFilters = { status: '', parent: '', balanceFrom: '', balanceTo: '', from: '', to: '' } as const

export function accountsSource(scope: AccountScope): ListSource<Account> {
  const { parentId } = scope
  const { key, load } =
    parentId === undefined
      ? listSource(ownCalls(scope).list)
      : listSource(childCalls(scope).list, { params: { parentId } })
  return { key, load: ({ from, to, ...params }, signal) => load({ ...params, ...born(from, to) }, signal) }
}

/** The filters as the server takes them. */
export function filtersOf({ status, parent, balanceFrom, balanceTo, asOf, from, to }: Partial<ListParams>) {
  const set = Object.entries({ status, parent, balanceFrom, balanceTo, asOf, ...born(from, to) })
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''))
}

const born = (from: ListParams[string], to: ListParams[string]) => ({
  createdFrom: startOfDay(from),
  createdTo: endOfDay(to),
})
