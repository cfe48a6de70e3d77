import type { Ask } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'
import { userOf } from './signed-in-user'

/** Oneself or somebody below, with the present balance. */
export async function readUser(deps: AccountsDeps, { ctx, input }: Ask<{ id: string }>) {
  const user = await userOf(deps, await findInScope(deps, ctx.actor, input.id))
  return { data: user, user }
}
