import type { Account } from '@cascade/contracts/accounts'
import { type ListSource, listSource } from '@cascade/web-kit'
import { type AccountScope, childCalls, ownCalls } from '../../../shared/api/account-scope'

export function accountsSource(scope: AccountScope): ListSource<Account> {
  const { parentId } = scope
  return parentId === undefined
    ? listSource(ownCalls(scope).list)
    : listSource(childCalls(scope).list, { params: { parentId } })
}
