import type { Role } from '@cascade/contracts'
import { toPoints } from '@cascade/contracts'
import type { Filter } from 'mongodb'
import { type Account, ancestorIds, isSelf, lineId, type Scope } from '../accounts/account'
import { childrenIndex } from '../accounts/account-plans'
import { type AccountRow, scopeFilter } from '../accounts/account-store'
import { findInScope } from '../accounts/find-account'
import { startsWith } from '../accounts/search-keys'
import type { AccountsDeps } from '../deps'

export type TreeNode = {
  _id: string
  username: string
  role: Role
  userStatus: boolean
  walletBalance: number
  children: number
}

const searchLimit = 20

/** One account with the accounts directly below it: a tree is opened level by level. */
export async function readTree(deps: AccountsDeps, actor: Scope, id: string) {
  const account = await findInScope(deps, actor, id)
  const below = await deps.accounts.rows
    .find({ parentId: account._id, deleted: false }, { hint: childrenIndex })
    .sort({ role: 1, usernameOrder: 1 })
    .toArray()
  const [node, ...children] = await nodesOf(deps, [account, ...below])
  return { node: node as TreeNode, children }
}

/** The first accounts in scope whose username or unique id starts with `q`, each with the way from the top down to it. */
export async function searchTree(deps: AccountsDeps, actor: Scope, q: string) {
  const text = q.toLowerCase()
  const starts: Filter<AccountRow>[] = [{ usernameKey: startsWith(text) }, { uniqueId: startsWith(text.toUpperCase()) }]
  const found = await deps.accounts.rows
    .find({ $and: [scopeFilter(actor), { $or: starts }] })
    .sort({ usernameOrder: 1 })
    .limit(searchLimit)
    .toArray()
  const paths = found.map(account => pathTo(actor, account))
  const [nodes, names] = await Promise.all([nodesOf(deps, found), namesOf(deps, paths.flat())])
  return nodes.map((node, index) => {
    const path = paths[index] ?? []
    return { ...node, path, names: path.map(id => names.get(id) ?? '') }
  })
}

async function namesOf(deps: AccountsDeps, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.accounts.rows
    .find({ _id: { $in: [...new Set(ids)] } })
    .project<{ _id: string; username: string }>({ username: 1 })
    .toArray()
  return new Map(rows.map(({ _id, username }) => [_id, username]))
}

/** From the actor down to the parent; a superadmin sees the whole way. */
function pathTo(actor: Scope, account: Account): string[] {
  if (isSelf(actor, account)) return []
  const above = ancestorIds(account.line)
  const top = actor.role === 'superadmin' ? 0 : above.indexOf(lineId(account.line, actor.role) ?? '')
  return above.slice(Math.max(0, top))
}

async function nodesOf(deps: AccountsDeps, accounts: readonly Account[]): Promise<TreeNode[]> {
  const balances = await deps.balances(accounts.map(({ _id }) => _id))
  return accounts.map(({ _id, username, role, active, childCount, sideCount }) => ({
    ...{ _id, username, role },
    userStatus: active,
    walletBalance: toPoints(balances.get(_id) ?? 0n),
    children: childCount + sideCount,
  }))
}
