import { sessionsShown } from '@cascade/contracts/accounts'
import type { Ask } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { AccountsDeps } from '../deps'

/** Open sessions of oneself or of an account below: the newest, and how many there are. */
export async function listSessions(deps: AccountsDeps, { ctx, input }: Ask<{ userId: string }>) {
  const account = await findInScope(deps, ctx.actor, input.userId)
  const { newest, total } = await deps.sessions.openOf(account._id, sessionsShown)
  const data = newest.map(({ _id, accountId, username, role, ipAddress, userAgent, ...times }) => ({
    ...{ _id, userId: accountId, username, role, ipAddress, userAgent },
    startedAt: times.startedAt.toISOString(),
    lastActiveAt: (times.activeAt ?? times.startedAt).toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
  return { data, total }
}
