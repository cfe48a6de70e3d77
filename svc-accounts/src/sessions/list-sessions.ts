import type { SessionRow } from '@cascade/contracts/accounts'
import { notFound } from '@cascade/service-kit'
import type { z } from 'zod'
import { requireActor } from '../accounts/access'
import { findInScope } from '../accounts/find-account'
import type { AccountsDeps, Ctx } from '../deps'
import { endSessions, endSessionsOf } from './end-sessions'

/** Open sessions of oneself or of an account below. */
export async function listSessions(
  deps: AccountsDeps,
  ctx: Ctx,
  userId: string,
): Promise<z.infer<typeof SessionRow>[]> {
  const account = await findInScope(deps, ctx.actor, userId)
  const open = await deps.sessions.openOf([account._id])
  return open.map(({ _id, accountId, username, role, ipAddress, userAgent, startedAt, expiresAt }) => ({
    ...{ _id, userId: accountId, username, role, ipAddress, userAgent },
    startedAt: startedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    current: _id === ctx.actor.sessionId,
  }))
}

export async function endSession(deps: AccountsDeps, ctx: Ctx, userId: string, sessionId: string): Promise<void> {
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, userId)
  const session = await deps.sessions.findOpen(sessionId)
  if (!session || session.accountId !== account._id) throw notFound()
  await endSessions(deps, ctx, [session], 'ended')
}

/** Signs a player below the actor out everywhere. */
export async function logoutPlayer(deps: AccountsDeps, ctx: Ctx, id: string): Promise<void> {
  await requireActor(deps, ctx)
  const player = await findInScope(deps, ctx.actor, id)
  if (player.role !== 'player') throw notFound()
  await endSessionsOf(deps, ctx, [player._id], 'logged out')
  await deps.accounts.rows.updateOne({ _id: player._id }, { $set: { isLoggedIn: false } })
}
