import { branchSessionsCounted, sessionsShown } from '@cascade/contracts/accounts'
import type { Ask } from '@cascade/service-kit'
import { findInScope } from '../accounts/read/find-account'
import type { Account } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'

type Listing = { userId: string; countsBelow: boolean }

/** Open sessions of oneself or of an account below: the newest, how many there are, and where asked how many in its branch. */
export async function listSessions(deps: AccountsDeps, { ctx, input }: Ask<Listing>) {
  const account = await findInScope(deps, ctx.actor, input.userId)
  const { newest, total } = await deps.sessions.openOf(account._id, sessionsShown)
  const data = newest.map(({ _id, accountId, username, role, ipAddress, userAgent, ...times }) => ({
    ...{ _id, userId: accountId, username, role, ipAddress, userAgent },
    startedAt: times.startedAt.toISOString(),
    lastActiveAt: (times.activeAt ?? times.startedAt).toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
  return { data, total, ...(input.countsBelow && { branchTotal: await branchTotalOf(deps, account, total) }) }
}

/** With those below, as long as they are few: nobody reads on once there are more than are told. */
async function branchTotalOf(deps: AccountsDeps, account: Account, own: number): Promise<number> {
  let total = own
  if (account.role !== 'player') {
    for await (const accountIds of deps.sessions.openInParts()) {
      const below = new Set(await deps.accounts.idsBelow(account, [...new Set(accountIds)]))
      total += accountIds.filter(id => below.has(id)).length
      if (total >= branchSessionsCounted) break
    }
  }
  return Math.min(total, branchSessionsCounted)
}
