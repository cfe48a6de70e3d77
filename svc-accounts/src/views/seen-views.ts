import type { View } from '@cascade/contracts/accounts'
import type { Account } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'
import { type KeptView, type KeptViews, noViews } from './view-rules'

type Deps = Pick<AccountsDeps, 'accounts' | 'views'>
type Owner = Pick<Account, '_id' | 'username'>

/** What somebody sees: the own views first, then what is shared above, whoever stands nearest before the others. */
export async function seenViews(deps: Deps, actor: Account): Promise<{ views: View[]; own: KeptViews }> {
  const above = await accountsAbove(deps, actor)
  const kept = new Map(
    (await deps.views.findMany([actor._id, ...above.map(({ _id }) => _id)])).map(all => [all._id, all]),
  )
  const own = kept.get(actor._id) ?? noViews(actor._id)
  const shared = above.flatMap(owner =>
    (kept.get(owner._id)?.views ?? []).filter(view => view.shared).map(view => shownView(view, owner, own)),
  )
  return { views: [...own.views.map(view => shownView(view, actor, own)), ...shared], own }
}

/** Nearest first. Suspended ones share on: what they saved is no secret, and their branch works with it. */
async function accountsAbove({ accounts }: Deps, { ancestry }: Account): Promise<Owner[]> {
  const { master, areamanager, superareamanager, admin, superadmin } = ancestry
  const ids = [master, areamanager, superareamanager, admin, superadmin].filter(id => id !== undefined)
  const found = new Map((await accounts.findMany(ids)).map(account => [account._id, account]))
  return ids.flatMap(id => {
    const account = found.get(id)
    return account && !account.deleted ? [account] : []
  })
}

export function shownView({ id, ...view }: KeptView, owner: Owner, asker: KeptViews): View {
  return {
    ...{ _id: id, ...view, by: owner.username },
    own: owner._id === asker._id,
    isDefault: asker.defaults.some(({ viewId }) => viewId === id),
  }
}
