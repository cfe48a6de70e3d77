import { type Ask, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'
import { nodesOf, type TreeNode } from './tree-node'

/** One account with the accounts directly below it: a tree is opened level by level. */
export async function readTree(deps: AccountsDeps, { ctx, input }: Ask<{ accountId: string }>) {
  requirePermission(ctx, 'tree.read')
  const account = await findInScope(deps, ctx.actor, input.accountId)
  const below = await deps.accountLists.childrenOf(account._id)
  const [node, ...children] = await nodesOf(deps, [account, ...below])
  return { data: { node: node as TreeNode, children } }
}
