import type { Ask } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { joinedOf, viewOf } from '../read/account-view'
import { findInScope } from '../read/find-account'

/** An account of any level: oneself where none is named, or somebody below. */
export async function readAnyAccount(deps: AccountsDeps, { ctx, input }: Ask<{ id?: string | undefined }>) {
  const account = await findInScope(deps, ctx.actor, input.id ?? ctx.actor.accountId)
  return { data: viewOf(account, await joinedOf(deps, ctx.actor, [account])) }
}
