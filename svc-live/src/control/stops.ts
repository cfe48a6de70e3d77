import { liveTexts, type SetStop, type Stop } from '@cascade/contracts/live'
import { type Actor, type Ask, accountInScope, invalid, notFound, requirePermission } from '@cascade/service-kit'
import type { LiveDeps } from '../deps'

/** Betting stops in force: an admin sees those of their own games, a superadmin all. */
export async function listStops(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'live.control')
  return { data: await stopsFor(deps, ctx.actor) }
}

/** Stops betting, or allows it again. Bets that are on their way are still booked. */
export async function setStop(deps: LiveDeps, { ctx, input }: Ask<SetStop>) {
  requirePermission(ctx, 'live.control')
  const { accountId, username, role } = ctx.actor
  const { stopped, reason } = input
  const { adminId, gameId } = await targetOf(deps, ctx.actor, input)
  if (stopped) {
    const at = new Date(deps.clock.now()).toISOString()
    await deps.stops.put({ adminId, gameId, by: { accountId, username, role }, at, reason: reason ?? null })
  } else await deps.stops.remove(adminId, gameId)
  await deps.holder.changed(adminId, gameId)
  const message = stopped ? liveTexts.bettingStopped : liveTexts.bettingResumed
  return { message, data: await stopsFor(deps, ctx.actor) }
}

const stopsFor = ({ stops }: LiveDeps, { accountId, role }: Actor): Promise<Stop[]> =>
  stops.list(role === 'superadmin' ? undefined : accountId)

/** @throws AppError NOT_FOUND for an admin or game that is not the actor's */
async function targetOf({ db, catalogue }: LiveDeps, actor: Actor, { adminId, gameId }: SetStop) {
  if (gameId !== undefined && !catalogue.find(gameId)) throw notFound()
  if (actor.role !== 'superadmin') {
    if (adminId !== undefined && adminId !== actor.accountId) throw notFound()
    return { adminId: actor.accountId, gameId: gameId ?? null }
  }
  if (adminId !== undefined) {
    const admin = await accountInScope(db, actor, adminId)
    if (admin.role !== 'admin' || admin.deleted) throw notFound()
  }
  if (adminId === undefined && gameId === undefined) throw invalid(liveTexts.stopNeedsTarget)
  return { adminId: adminId ?? null, gameId: gameId ?? null }
}
