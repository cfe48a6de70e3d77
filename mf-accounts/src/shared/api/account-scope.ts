import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { accountApi, childrenApi } from '@cascade/contracts/accounts'

/** Accounts of one level: at the level's own base or, with `parentId`, at the children calls of one parent. */
export type AccountScope = { role: AccountRole; parentId?: string }

export const ownCalls = ({ role }: AccountScope) => accountApi[role]

/** @throws Error for a level that is nobody's child: a mistake of the caller. */
export function childCalls({ role }: AccountScope) {
  const parentRole = parentRoleOf(role)
  if (!parentRole) throw new Error(`${role} has no parent`)
  return childrenApi[parentRole]
}
