import { authTexts } from '@cascade/contracts/accounts'
import { type Ctx, forbidden, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import type { StoredAccount } from '../store/account-store'

/**
 * The acting account as it is now: a token lives on for seconds after its owner was suspended or signed out, but it
 * writes nothing any more.
 */
export async function requireActor(
  deps: Pick<AccountsDeps, 'accounts' | 'sessions'>,
  ctx: Pick<Ctx, 'actor'>,
): Promise<StoredAccount> {
  const [actor, session] = await Promise.all([
    deps.accounts.find(ctx.actor.accountId),
    deps.sessions.findOpen(ctx.actor.sessionId),
  ])
  if (!actor || !session || session.accountId !== actor._id) throw unauthenticated()
  if (!actor.active) throw forbidden(authTexts.inactive)
  return actor
}
