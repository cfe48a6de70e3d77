import { type Role, toPoints } from '@cascade/contracts'
import type { BranchFigures } from '@cascade/contracts/accounts'
import { type Call, requirePermission } from '@cascade/service-kit'
import { type Account, ancestorIds, ancestorOf, isSelf, type Scope } from '../accounts/account'
import { balancesAt } from '../accounts/account-view'
import type { AccountsDeps } from '../deps'
import { readSubtreeTotals } from '../subtree-totals/update-subtree-totals'

export type TreeNode = {
  _id: string
  username: string
  role: Role
  userStatus: boolean
  walletBalance: number
  children: number
  branch?: BranchFigures
}

export async function toNodes(
  deps: Pick<AccountsDeps, 'balances' | 'subtreeTotals' | 'ledger'>,
  accounts: readonly Account[],
  at?: Date,
): Promise<TreeNode[]> {
  const [found, branches] = await Promise.all([
    balancesAt(
      deps,
      accounts.map(({ _id }) => _id),
      at,
    ),
    readSubtreeTotals(deps, at ? [] : accounts),
  ])
  return accounts.map(({ _id, username, role, active, childCount, sideCount }) => ({
    _id,
    username,
    role,
    userStatus: active,
    walletBalance: toPoints(found.get(_id) ?? 0n),
    children: childCount + sideCount,
    ...(branches.has(_id) ? { branch: branches.get(_id) } : {}),
  }))
}

const searchLimit = 20

/** The first accounts in scope whose username or unique id starts with `q`, each with its path from the top. */
export async function searchTree(deps: AccountsDeps, { ctx, input }: Call<{ q: string }>) {
  requirePermission(ctx, 'tree.read')
  const found = await deps.directory.search(ctx.actor, input.q, searchLimit)
  const paths = found.map(account => pathTo(ctx.actor, account))
  const [nodes, names] = await Promise.all([toNodes(deps, found), deps.directory.namesOf(paths.flat())])
  const data = nodes.map((node, index) => {
    const path = paths[index] ?? []
    return { ...node, path, names: path.map(id => names.get(id) ?? '') }
  })
  return { data }
}

/** Ancestors from the actor down to the parent; a superadmin sees the whole path. */
function pathTo(actor: Scope, account: Account): string[] {
  if (isSelf(actor, account)) return []
  const above = ancestorIds(account.ancestry)
  const top = actor.role === 'superadmin' ? 0 : above.indexOf(ancestorOf(account.ancestry, actor.role) ?? '')
  return above.slice(Math.max(0, top))
}
