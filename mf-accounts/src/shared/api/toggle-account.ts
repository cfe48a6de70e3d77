import { call } from '@cascade/web-kit'
import { type AccountScope, childCalls, ownCalls } from './account-scope'

export function toggleAccount(scope: AccountScope, id: string, active: boolean) {
  const action = active ? 'activate' : 'deactivate'
  const { parentId } = scope
  return parentId === undefined
    ? call(ownCalls(scope).toggle, { params: { userId: id, action } })
    : call(childCalls(scope).toggle, { params: { parentId, childId: id, action } })
}
