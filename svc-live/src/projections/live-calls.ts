import type { Role } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { highestCost } from '@cascade/draw-rules'
import { type AccountRow, type Ask, busy, notFound, requirePermission } from '@cascade/service-kit'
import { hasStakes } from '../betting/open-draws'
import { drawIdOf } from '../catalog/offering'
import { findActiveOffering, listOfferings } from '../catalog/offerings'
import type { LiveDeps } from '../deps'

type Viewer = { accountId: string; role: Role; adminId: string; gameId: string }

/** The open draw of an offering for somebody who watches it from now on, told by the instance that tells of its changes. */
async function readLiveGame(deps: LiveDeps, viewer: Viewer): Promise<LiveGame> {
  await requireWatchable(deps, viewer)
  return deps.leader.isHere() ? readLocalGame(deps, viewer) : deps.leader.snapshot(viewer)
}

/** The same when another process asks: it has found this instance, and nobody is asked further. */
export async function readSnapshot(deps: LiveDeps, viewer: Viewer & { isFinal: boolean }): Promise<LiveGame> {
  const { isFinal, ...query } = viewer
  if (!isFinal) return readLiveGame(deps, query)
  await requireWatchable(deps, query)
  if (!deps.leader.isHere()) throw busy()
  return readLocalGame(deps, query)
}

/** @throws AppError NOT_FOUND, the same for what is not there and for what is not theirs */
export async function requireWatchable(deps: Pick<LiveDeps, 'db' | 'catalog'>, viewer: Viewer): Promise<void> {
  await findActiveOffering(deps, viewer, viewer.adminId, viewer.gameId)
}

async function readLocalGame({ engine, feed }: LiveDeps, { adminId, gameId }: Viewer): Promise<LiveGame> {
  return feed.snapshot(await engine.offerings.open({ adminId, gameId }))
}

/** The open draw of one game of one admin. */
export async function loadGame(deps: LiveDeps, { ctx, input }: Ask<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  return { data: await readLiveGame(deps, { accountId, role, adminId: input.adminId, gameId: input.gameId }) }
}

/** The live games of every admin in scope, for the Live Result menu. */
export async function listLiveGames(deps: LiveDeps, { ctx }: Ask) {
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

/** Boosters go up to 2. */
const highestBooster = 2

type ExposureQuery = { adminIds: readonly string[] | null; isFinal: boolean }

type ExposureDeps = Pick<LiveDeps, 'leader' | 'engine' | 'draws' | 'stops' | 'clock'>

/** A draw whose moment has passed for so long should have its result. */
const lateAfterMs = 10_000

/** What the open draws cost at most, from the boards that the engine keeps, and what waits for somebody's hand. */
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
 * How long it is until a game's open draw is drawn; anybody who is signed in may ask. Whoever stands below an admin, or
 * is one, learns which draw that is and what its seed is committed to: before they bet.
 */
export async function readTimer(deps: LiveDeps, { ctx, input }: Ask<{ gameId: string }>) {
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

/** Time left as `mm:ss`, whole seconds rounded up: a new draw shows its full length, never 00:00. */
export function countdown(nowMs: number, drawAtMs: number): string {
  const seconds = Math.max(0, Math.ceil((drawAtMs - nowMs) / 1000))
  const pad = (value: number) => String(value).padStart(2, '0')
  return `${pad(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
}
