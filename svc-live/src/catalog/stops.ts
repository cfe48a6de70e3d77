import { liveTexts, type SetStop, type Stop } from '@cascade/contracts/live'
import {
  type Actor,
  accountInScope,
  authorOf,
  type Call,
  invalid,
  notFound,
  requirePermission,
} from '@cascade/service-kit'
import type { LiveDeps } from '../deps'
import { findOffering } from './catalog'
import type { Offering } from './offering'

/** Active betting stops: an admin sees their own, a superadmin all. */
export async function listStops(deps: LiveDeps, { ctx }: Call) {
  requirePermission(ctx, 'live.control')
  return { data: await listVisibleStops(deps, ctx.actor) }
}

export async function listEndedStops(deps: LiveDeps, { ctx, input }: Call<Offering>) {
  requirePermission(ctx, 'live.control')
  await findOffering(deps, ctx.actor, input.adminId, input.gameId)
  return { data: await deps.stops.listEnded(input) }
}

/** Stops or resumes betting. Bets in flight are still booked. */
export async function setStop(deps: LiveDeps, { ctx, input }: Call<SetStop>) {
  requirePermission(ctx, 'live.control')
  const { stopped, reason } = input
  const { adminId, gameId } = await resolveTarget(deps, ctx.actor, input)
  const at = new Date(deps.clock.now()).toISOString()
  const by = authorOf(ctx.actor)
  const next = stopped ? { adminId, gameId, by, at, reason: reason ?? null } : undefined
  // Pressing twice, or two operators pressing at once, stops everything once.
  const isAlreadyStopped = input.everything && stopped && (await deps.stops.find({ adminId, gameId })) !== null
  if (!isAlreadyStopped) {
    await deps.transaction(tx => deps.stops.replace({ adminId, gameId }, next, { endedAt: at, endedBy: by }, tx))
  }
  await deps.leader.notifyChange(adminId, gameId)
  const message = stopped ? liveTexts.bettingStopped : liveTexts.bettingResumed
  return { message, data: await listVisibleStops(deps, ctx.actor) }
}

const listVisibleStops = ({ stops }: LiveDeps, { accountId, role }: Actor): Promise<Stop[]> =>
  stops.list(role === 'superadmin' ? undefined : accountId)

/** The actor's whole scope: all admins' games for a superadmin, else their own. */
export const everythingTarget = ({ accountId, role }: Pick<Actor, 'accountId' | 'role'>) => ({
  adminId: role === 'superadmin' ? null : accountId,
  gameId: null,
})

/** @throws AppError NOT_FOUND for an admin or game outside the actor's scope */
async function resolveTarget({ db, catalog }: LiveDeps, actor: Actor, { adminId, gameId, everything }: SetStop) {
  if (everything) return everythingTarget(actor)
  if (gameId !== undefined && !catalog.find(gameId)) throw notFound()
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
