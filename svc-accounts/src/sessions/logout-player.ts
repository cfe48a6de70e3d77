import { authTexts } from '@cascade/contracts/accounts'
import { type Ask, notFound, requirePermission } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import { requireActor } from '../accounts/read/require-actor'
import { offlineWrite } from '../accounts/store/account-writes'
import type { AccountsDeps } from '../deps'

/** Signs a player below the actor out everywhere. */
export async function logoutPlayer(deps: AccountsDeps, { ctx, input }: Ask<{ id: string }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const player = await findInScope(deps, ctx.actor, input.id)
  if (player.role !== 'player') throw notFound()
  const ending = await deps.sessions.endingAll([player._id], { reason: 'logged out', by: ctx })
  await deps.commit([...ending.writes, offlineWrite(player)])
  deps.passwords.forget(ending.sessionIds)
  return { message: authTexts.loggedOutPlayer }
}
