import type { AccountRole } from '@cascade/contracts'
import { type Account as AccountView, baseOf } from '@cascade/contracts/accounts'
import type { Account } from '../accounts/account'
import { viewsOf } from '../accounts/account-view'
import type { AccountsDeps, Ctx } from '../deps'

/** The accounts of the level whose balance changed, under the level's list name: never the whole level. */
export async function changedList(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  changed: readonly Account[],
): Promise<Record<string, AccountView[]>> {
  return { [baseOf(role).list]: await viewsOf(deps, ctx.actor, changed) }
}
