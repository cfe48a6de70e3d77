import type { Role } from '@cascade/contracts'
import type { LiveGame } from '@cascade/contracts/live'
import { highestCost } from '@cascade/draw-rules'
import { type AccountRow, type Ask, busy, notFound, requirePermission } from '@cascade/service-kit'
import { hasStakes } from '../betting/open-draws'
import { drawIdOf } from '../catalog/offering'
import { findPair, pairsOf } from '../catalog/offerings'
import type { LiveDeps } from '../deps'

type Viewer = { accountId: string; role: Role; adminId: string; gameId: string }

/** The open draw of a pair for somebody who watches it from now on, told by the instance that tells of its changes. */
async function readLiveGame(deps: LiveDeps, viewer: Viewer): Promise<LiveGame> {
  await requireWatchable(deps, viewer)
  return deps.holder.isHere() ? showPair(deps, viewer) : deps.holder.snapshot(viewer)
}

/** The same when another process asks: it has found this instance, and nobody is asked further. */
export async function readSnapshot(deps: LiveDeps, viewer: Viewer & { isFinal: boolean }): Promise<LiveGame> {
  const { isFinal, ...asked } = viewer
  if (!isFinal) return readLiveGame(deps, asked)
  await requireWatchable(deps, asked)
  if (!deps.holder.isHere()) throw busy()
  return showPair(deps, asked)
}

/** @throws AppError NOT_FOUND, the same for what is not there and for what is not theirs */
export async function requireWatchable(deps: Pick<LiveDeps, 'db' | 'catalogue'>, viewer: Viewer): Promise<void> {
  await findPair(deps, viewer, viewer.adminId, viewer.gameId)
}

async function showPair({ engine, feed }: LiveDeps, { adminId, gameId }: Viewer): Promise<LiveGame> {
  return feed.snapshot(await engine.pairs.open({ adminId, gameId }))
}

/** The open draw of one game of one admin. */
export async function loadGame(deps: LiveDeps, { ctx, input }: Ask<{ adminId: string; gameId: string }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  return { data: await readLiveGame(deps, { accountId, role, adminId: input.adminId, gameId: input.gameId }) }
}

/** The live games of every admin in scope, for the Live Result menu. */
export async function listPairs(deps: LiveDeps, { ctx }: Ask) {
  requirePermission(ctx, 'live.control')
  const pairs = await pairsOf(deps, ctx.actor)
  const data = pairs.map(({ admin, game }) => ({
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

type ExposureDeps = Pick<LiveDeps, 'holder' | 'engine' | 'draws' | 'stops' | 'clock'>

/** A draw whose moment has passed for so long should have its result. */
const lateAfterMs = 10_000

/** What the open draws cost at most, from the boards that the engine keeps, and what waits for somebody's hand. */
export async function readExposure(deps: ExposureDeps, asked: ExposureQuery) {
  const { holder, engine } = deps
  if (!holder.isHere()) {
    if (asked.isFinal) throw busy()
    return holder.exposure(asked.adminIds)
  }
  const admins = asked.adminIds && new Set(asked.adminIds)
  const isAsked = ({ adminId }: { adminId: string | null }) => !admins || (adminId !== null && admins.has(adminId))
  const boards = engine.pairs
    .all()
    .filter(pair => hasStakes(pair.draw) && isAsked(pair))
    .map(({ draw }) => draw.booked)
  const stake = boards.reduce((sum, board) => sum + board.total(), 0n)
  const worst = boards.reduce((sum, board) => sum + highestCost(board, highestBooster), 0n)
  const lateSince = new Date(deps.clock.now() - lateAfterMs)
  const late = (await deps.draws.open()).filter(draw => draw.drawAt < lateSince && isAsked(draw))
  const stops = (await deps.stops.list()).filter(isAsked)
  return {
    draws: boards.length,
    stake: String(stake),
    worst: String(worst),
    late: waiting(late.map(({ drawAt }) => drawAt.toISOString())),
    stops: waiting(stops.map(({ at }) => at)),
  }
}

const waiting = (since: readonly string[]) => ({ count: since.length, oldest: [...since].sort()[0] ?? null })

/**
 * How long it is until a game's open draw is drawn; anybody who is signed in may ask. Whoever stands below an admin, or
 * is one, learns which draw that is and what its seed is committed to: before they bet.
 */
export async function readTimer(deps: LiveDeps, { ctx, input }: Ask<{ gameId: string }>) {
  const { catalogue, clock, seeds, accounts } = deps
  const found = catalogue.findActive(input.gameId)
  if (!found) throw notFound()
  const nowMs = clock.now()
  const { lockAtMs, drawAtMs } = catalogue.openDraw(found, nowMs)
  const time = countdown(nowMs, drawAtMs)
  const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
  const times = { data: time, time, lockAt: iso(lockAtMs), drawAt: iso(drawAtMs), now: iso(nowMs) }
  const adminId = adminOf(await accounts.recent(ctx.actor.accountId))
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
