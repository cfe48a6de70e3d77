import { type Role, toPoints } from '@cascade/contracts'
import type { BranchFigures } from '@cascade/contracts/accounts'
import { balancesAt } from '../accounts/read/balances-at'
import type { Account } from '../accounts/rules/account'
import { readBranches } from '../branches/read-branches'
import type { AccountsDeps } from '../deps'

export type TreeNode = {
  _id: string
  username: string
  role: Role
  userStatus: boolean
  walletBalance: number
  children: number
  branch?: BranchFigures
}

/** Accounts as the tree shows them, with their balances and the figures of their branches, which only now has. */
export async function nodesOf(
  deps: Pick<AccountsDeps, 'balances' | 'branches' | 'ledger'>,
  accounts: readonly Account[],
  at?: Date,
): Promise<TreeNode[]> {
  const [found, branches] = await Promise.all([
    balancesAt(
      deps,
      accounts.map(({ _id }) => _id),
      at,
    ),
    readBranches(deps, at ? [] : accounts),
  ])
  return accounts.map(({ _id, username, role, active, childCount, sideCount }) => ({
    ...{ _id, username, role },
    userStatus: active,
    walletBalance: toPoints(found.get(_id) ?? 0n),
    children: childCount + sideCount,
    ...(branches.has(_id) ? { branch: branches.get(_id) } : {}),
  }))
}
