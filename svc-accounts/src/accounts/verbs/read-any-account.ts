import type { Ask } from '@cascade/service-kit'
import { readBranches } from '../../branches/read-branches'
import type { AccountsDeps } from '../../deps'
import { joinedOf, viewOf } from '../read/account-view'
import { findInScope } from '../read/find-account'

/** An account of any level: oneself where none is named, or somebody below. */
export async function readAnyAccount(deps: AccountsDeps, { ctx, input }: Ask<{ id?: string | undefined }>) {
  const account = await findInScope(deps, ctx.actor, input.id ?? ctx.actor.accountId)
  const [joined, branches] = await Promise.all([joinedOf(deps, ctx.actor, [account]), readBranches(deps, [account])])
  return { data: viewOf(account, { ...joined, branches }) }
}
