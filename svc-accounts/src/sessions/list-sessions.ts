import type { Ask } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'

/** Open sessions of oneself or of an account below. */
export async function listSessions(deps: AccountsDeps, { ctx, input }: Ask<{ userId: string }>) {
  const account = await findInScope(deps, ctx.actor, input.userId)
  const open = await deps.sessions.openOf(account._id)
  const data = open.map(({ _id, accountId, username, role, ipAddress, userAgent, startedAt, expiresAt }) => ({
    ...{ _id, userId: accountId, username, role, ipAddress, userAgent },
    startedAt: startedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
  return { data }
}
