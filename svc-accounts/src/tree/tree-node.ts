import { type Role, toPoints } from '@cascade/contracts'
import type { Account } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'

export type TreeNode = {
  _id: string
  username: string
  role: Role
  userStatus: boolean
  walletBalance: number
  children: number
}

/** Accounts as the tree shows them, with their balances. */
export async function nodesOf(
  { balances }: Pick<AccountsDeps, 'balances'>,
  accounts: readonly Account[],
): Promise<TreeNode[]> {
  const found = await balances(accounts.map(({ _id }) => _id))
  return accounts.map(({ _id, username, role, active, childCount, sideCount }) => ({
    ...{ _id, username, role },
    userStatus: active,
    walletBalance: toPoints(found.get(_id) ?? 0n),
    children: childCount + sideCount,
  }))
}
