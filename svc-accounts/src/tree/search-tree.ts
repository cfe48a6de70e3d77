import { type Ask, requirePermission } from '@cascade/service-kit'
import { type Account, ancestorIds, ancestorOf, isSelf, type Scope } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'
import { nodesOf } from './tree-node'

const searchLimit = 20

/** The first accounts in scope whose username or unique id starts with `q`, each with the way from the top down to it. */
export async function searchTree(deps: AccountsDeps, { ctx, input }: Ask<{ q: string }>) {
  requirePermission(ctx, 'tree.read')
  const found = await deps.accountLists.search(ctx.actor, input.q, searchLimit)
  const paths = found.map(account => pathTo(ctx.actor, account))
  const [nodes, names] = await Promise.all([nodesOf(deps, found), deps.accountLists.namesOf(paths.flat())])
  const data = nodes.map((node, index) => {
    const path = paths[index] ?? []
    return { ...node, path, names: path.map(id => names.get(id) ?? '') }
  })
  return { data }
}

/** From the actor down to the parent; a superadmin sees the whole way. */
function pathTo(actor: Scope, account: Account): string[] {
  if (isSelf(actor, account)) return []
  const above = ancestorIds(account.ancestry)
  const top = actor.role === 'superadmin' ? 0 : above.indexOf(ancestorOf(account.ancestry, actor.role) ?? '')
  return above.slice(Math.max(0, top))
}
