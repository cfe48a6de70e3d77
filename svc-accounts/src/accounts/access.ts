import { type AccountRole, can } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { forbidden, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import type { AccountRow } from './account-store'

/**
 * The acting account as it is now: a token lives on for seconds after its owner was suspended or signed out, but it
 * writes nothing any more.
 */
export async function requireActor(deps: Pick<AccountsDeps, 'accounts' | 'sessions'>, ctx: Ctx): Promise<AccountRow> {
  const [actor, session] = await Promise.all([
    deps.accounts.find(ctx.actor.accountId),
    deps.sessions.findOpen(ctx.actor.sessionId),
  ])
  if (!actor || !session || session.accountId !== actor._id) throw unauthenticated()
  if (!actor.active) throw forbidden(authTexts.inactive)
  return actor
}

/** Every writing verb asks this again: the gateway's and the route's table are not the last word. */
export async function requireManager(deps: AccountsDeps, ctx: Ctx, role: AccountRole): Promise<AccountRow> {
  if (!can(ctx.actor.role, `${role}.manage`)) throw forbidden()
  return requireActor(deps, ctx)
}
