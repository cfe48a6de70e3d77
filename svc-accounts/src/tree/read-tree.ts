import { type Ask, pastMoment, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'
import { nodesOf, type TreeNode } from './tree-node'

/** One account with the accounts directly below it, as of now or with the points of a past moment. */
export async function readTree(
  deps: AccountsDeps,
  { ctx, input }: Ask<{ accountId: string; asOf?: string | undefined }>,
) {
  requirePermission(ctx, 'tree.read')
  const at = pastMoment(input.asOf, deps.now())
  const account = await findInScope(deps, ctx.actor, input.accountId)
  const below = await deps.accountLists.childrenOf(account._id)
  const [node, ...children] = await nodesOf(deps, [account, ...below], at)
  return { data: { node: node as TreeNode, children }, asOf: input.asOf }
}
