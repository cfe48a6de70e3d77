import { toPoints } from '@cascade/contracts'
import {
  type AuthUser,
  authTexts,
  branchSessionsCounted,
  type OpenSession,
  SessionEnded,
  sessionsShown,
} from '@cascade/contracts/accounts'
import { type Ask, type Background, type Bus, notFound, requirePermission } from '@cascade/service-kit'
import { type Account, ancestorIds } from '../accounts/account'
import { offlineWrite } from '../accounts/account-writes'
import { findInScope, isActiveWithAncestors, requireActor } from '../accounts/read-account'
import type { PasswordCache } from '../credentials/password'
import type { AccountsDeps, InternalCall } from '../deps'

/**
 * Those of the sessions that are still good, with three reads however many they are. Only sessions in use are asked
 * about, so this notes when each was used last.
 */
export async function checkSessions(
  deps: AccountsDeps,
  { input }: InternalCall<{ sessionIds: readonly string[] }>,
): Promise<{ open: OpenSession[] }> {
  const sessions = await deps.sessions.findOpenMany(input.sessionIds)
  await deps.sessions.recordActivity(sessions)
  const owners = await deps.accounts.findMany(sessions.map(({ accountId }) => accountId))
  const accounts = new Map(owners.map(account => [account._id, account]))
  const above = await deps.accounts.findMany(owners.flatMap(({ ancestry }) => ancestorIds(ancestry)))
  const suspended = new Set(above.filter(({ active }) => !active).map(({ _id }) => _id))
  const open = sessions.flatMap(({ _id: sessionId, accountId, expiresAt }) => {
    const account = accounts.get(accountId)
    if (!account?.active || ancestorIds(account.ancestry).some(id => suspended.has(id))) return []
    const { _id, username, role } = account
    return [{ sessionId, user: { _id, username, role }, expiresAt: expiresAt.toISOString() }]
  })
  return { open }
}

type Listing = { userId: string; countsBelow: boolean }

/** Open sessions of oneself or of an account below: the newest, how many there are, and where asked how many in its branch. */
export async function listSessions(deps: AccountsDeps, { ctx, input }: Ask<Listing>) {
  const account = await findInScope(deps, ctx.actor, input.userId)
  const { newest, total } = await deps.sessions.openOf(account._id, sessionsShown)
  const data = newest.map(({ _id, accountId, username, role, ipAddress, userAgent, ...times }) => ({
    _id,
    userId: accountId,
    username,
    role,
    ipAddress,
    userAgent,
    startedAt: times.startedAt.toISOString(),
    lastActiveAt: (times.activeAt ?? times.startedAt).toISOString(),
    expiresAt: times.expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
  return { data, total, ...(input.countsBelow && { branchTotal: await countSubtreeSessions(deps, account, total) }) }
}

/** With those below, as long as they are few: nobody reads on once there are more than are told. */
async function countSubtreeSessions(deps: AccountsDeps, account: Account, own: number): Promise<number> {
  let total = own
  if (account.role !== 'player') {
    for await (const accountIds of deps.sessions.openInChunks()) {
      const below = new Set(await deps.accounts.idsBelow(account, [...new Set(accountIds)]))
      total += accountIds.filter(id => below.has(id)).length
      if (total >= branchSessionsCounted) break
    }
  }
  return Math.min(total, branchSessionsCounted)
}

/** A session that is still good: not ended, its account there, nobody above suspended. */
export async function readSession(deps: AccountsDeps, { input }: InternalCall<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  const account = session && (await deps.accounts.find(session.accountId))
  if (!session || !account || !(await isActiveWithAncestors(deps, account))) throw notFound()
  return { user: await userOf(deps, account), expiresAt: session.expiresAt.toISOString() }
}

/** Oneself or somebody below, with the present balance. */
export async function readUser(deps: AccountsDeps, { ctx, input }: Ask<{ id: string }>) {
  const user = await userOf(deps, await findInScope(deps, ctx.actor, input.id))
  return { data: user, user }
}

/** The signed-in user as the session holds it, with the present balance. */
export async function userOf(deps: Pick<AccountsDeps, 'balances'>, account: Account): Promise<AuthUser> {
  const balances = await deps.balances([account._id])
  const { _id, username, role } = account
  return { _id, username, role, walletBalance: toPoints(balances.get(_id) ?? 0n), roles: [role] }
}

/** Signs a player below the actor out everywhere. */
export async function logoutPlayer(deps: AccountsDeps, { ctx, input }: Ask<{ id: string }>) {
  requirePermission(ctx, 'player.manage')
  await requireActor(deps, ctx)
  const player = await findInScope(deps, ctx.actor, input.id)
  if (player.role !== 'player') throw notFound()
  const ending = await deps.sessions.planEndAll([player._id], { reason: 'logged out', by: ctx })
  await deps.commit([...ending.writes, offlineWrite(player)])
  deps.passwords.forget(ending.sessionIds)
  return { message: authTexts.loggedOutPlayer }
}

/** A session that another replica ended: what this process knew of its password is gone too. */
export function startForgettingSessions(bus: Bus, passwords: PasswordCache): Background {
  const listening = bus.listen(SessionEnded.shape.type.value, payload => {
    passwords.forget(SessionEnded.parse(payload).data.sessionIds)
  })
  return {
    stop: async () => {
      // Without NATS the wait for it ends only with the process.
      if (bus.isUp()) (await listening)()
    },
  }
}
