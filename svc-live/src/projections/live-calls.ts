import type { Role } from '@cascade/contracts'
import { drawIdOf, type LiveGame } from '@cascade/contracts/live'
import { highestBooster, highestCost } from '@cascade/draw-rules'
import { type AccountRow, busy, type Call, notFound, requirePermission } from '@cascade/service-kit'
import { hasStakes } from '../betting/open-draws'
import { findActiveOffering, listOfferings } from '../catalog/catalog'
import type { LiveDeps } from '../deps'

type Viewer = { accountId: string; role: Role; adminId: string; gameId: string }

/** The open draw of an offering, from the instance that publishes its changes; it counts as watched from now on. */
async function readLiveGame(deps: LiveDeps, viewer: Viewer): Promise<LiveGame> {
  await requireWatchable(deps, viewer)
  return deps.leader.isHere() ? readLocalGame(deps, viewer) : deps.leader.snapshot(viewer)
}

/** For other processes. `isFinal`: already forwarded, so not forwarded again. */
export async function readSnapshot(deps: LiveDeps, viewer: Viewer & { isFinal: boolean }): Promise<LiveGame> {
  const { isFinal, ...query } = viewer
  if (!isFinal) return readLiveGame(deps, query)
  await requireWatchable(deps, query)
  if (!deps.leader.isHere()) throw busy()
  return readLocalGame(deps, query)
}

/** @throws AppError NOT_FOUND, the same for a missing game and one out of scope */
export async function requireWatchable(deps: Pick<LiveDeps, 'db' | 'catalog'>, viewer: Viewer): Promise<void> {
  await findActiveOffering(deps, viewer, viewer.adminId, viewer.gameId)
}

async function readLocalGame({ engine, feed }: LiveDeps, { adminId, gameId }: Viewer): Promise<LiveGame> {
  return feed.snapshot(await engine.offerings.open({ adminId, gameId }))
}

export async function loadGame(deps: LiveDeps, { ctx, input }: Call<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  return { data: await readLiveGame(deps, { accountId, role, adminId: input.adminId, gameId: input.gameId }) }
}

export async function listLiveGames(deps: LiveDeps, { ctx }: Call) {
  requirePermission(ctx, 'live.control')
  const offerings = await listOfferings(deps, ctx.actor)
  const data = offerings.map(({ admin, game }) => ({
    adminId: admin._id,
    username: admin.username,
    gameId: game.gameId,
    gameName: game.gameName,
  }))
  return { data }
}

type ExposureQuery = { adminIds: readonly string[] | null; isFinal: boolean }

type ExposureDeps = Pick<LiveDeps, 'leader' | 'engine' | 'draws' | 'stops' | 'clock'>

/** Grace period: an older draw without a result is late. */
const lateAfterMs = 10_000

/** Worst-case cost of the open draws from the engine's memory, late draws and active stops. */
export async function readExposure(deps: ExposureDeps, query: ExposureQuery) {
  const { leader, engine } = deps
  if (!leader.isHere()) {
    if (query.isFinal) throw busy()
    return leader.exposure(query.adminIds)
  }
  const admins = query.adminIds && new Set(query.adminIds)
  const isRequested = ({ adminId }: { adminId: string | null }) => !admins || (adminId !== null && admins.has(adminId))
  const boards = engine.offerings
    .all()
    .filter(offering => hasStakes(offering.draw) && isRequested(offering))
    .map(({ draw }) => draw.booked)
  const stake = boards.reduce((sum, board) => sum + board.total(), 0n)
  const worst = boards.reduce((sum, board) => sum + highestCost(board, highestBooster), 0n)
  const lateSince = new Date(deps.clock.now() - lateAfterMs)
  const late = (await deps.draws.listOpen()).filter(draw => draw.drawAt < lateSince && isRequested(draw))
  const stops = (await deps.stops.list()).filter(isRequested)
  return {
    draws: boards.length,
    stake: String(stake),
    worst: String(worst),
    late: toWaiting(late.map(({ drawAt }) => drawAt.toISOString())),
    stops: toWaiting(stops.map(({ at }) => at)),
  }
}

const toWaiting = (since: readonly string[]) => ({ count: since.length, oldest: [...since].sort()[0] ?? null })

/**
 * Time to a game's next draw, for any signed-in user. Admins and accounts below one also get its draw id and the
 * commitment to its seed, before they bet.
 */
export async function readTimer(deps: LiveDeps, { ctx, input }: Call<{ gameId: string }>) {
  const { catalog, clock, seeds, accounts } = deps
  const found = catalog.findActive(input.gameId)
  if (!found) throw notFound()
  const nowMs = clock.now()
  const { lockAtMs, drawAtMs } = catalog.openDraw(found, nowMs)
  const time = countdown(nowMs, drawAtMs)
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
  const times = { data: time, time, lockAt: iso(lockAtMs), drawAt: iso(drawAtMs), now: iso(nowMs) }
  const adminId = adminOf(await accounts.find(ctx.actor.accountId))
  if (!adminId) return times
  const drawId = drawIdOf({ adminId, gameId: input.gameId }, drawAtMs)
  return { ...times, drawId, commitment: seeds.commitment(drawId, seeds.keyIdAt(drawAtMs)) }
}

const adminOf = (account: AccountRow | null) => (account?.role === 'admin' ? account._id : account?.ancestry.admin)

/** `mm:ss`, rounded up: a new draw shows its full length, never 00:00. */
export function countdown(nowMs: number, drawAtMs: number): string {
  const seconds = Math.max(0, Math.ceil((drawAtMs - nowMs) / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
