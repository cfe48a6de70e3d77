import { type Role, toPoints } from '@cascade/contracts'
import { type Board, type BoardGame, boardGamesMax } from '@cascade/contracts/live'
import { costOf, highestBooster, highestCost, parseResult, resultLabel } from '@cascade/draw-rules'
import { businessDay, busy, type Call, requirePermission } from '@cascade/service-kit'
import type { OpenOffering } from '../betting/open-draws'
import { type LiveOffering, listOfferings } from '../catalog/catalog'
import { offeringKey } from '../catalog/offering'
import { everythingTarget } from '../catalog/stops'
import type { LiveDeps } from '../deps'
import { previewPolicy, tickMs, visiblePending } from './live-feed'

type Viewer = { accountId: string; role: Role; adminId?: string | undefined }

export async function readBoard(deps: LiveDeps, { ctx, input }: Call<{ adminId?: string | undefined }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  const viewer: Viewer = { accountId, role, ...(input.adminId !== undefined && { adminId: input.adminId }) }
  return { data: await (deps.leader.isHere() ? readLocalBoard(deps, viewer) : deps.leader.board(viewer)) }
}

/**
 * The board from the engine's memory. Offerings without bets cost nothing; derived figures are computed once per
 * change, for all viewers.
 */
export async function readLocalBoard(deps: LiveDeps, viewer: Viewer): Promise<Board> {
  const { leader, engine, totals, stops, clock, zone } = deps
  if (!leader.isHere()) throw busy()
  const openByKey = new Map(engine.offerings.all().map(offering => [offering.key, offering]))
  const offerings = (await listOfferings(deps, viewer))
    .filter(({ admin }) => viewer.adminId === undefined || admin._id === viewer.adminId)
    .map(offering => ({ ...offering, open: openByKey.get(offeringKeyOf(offering)) }))
  const open = offerings.flatMap(offering => offering.open ?? [])
  await Promise.all(open.map(offering => engine.offerings.roll(offering)))
  const costliest = [...offerings].sort((a, b) => compare(worstOf(b.open), worstOf(a.open))).slice(0, boardGamesMax)
  const day = businessDay(new Date(clock.now()), zone)
  const idle = offerings
    .filter(offering => !offering.open)
    .map(({ admin, game }) => ({ adminId: admin._id, gameId: game.gameId }))
  const [games, stopped, netOfIdle] = await Promise.all([
    Promise.all(costliest.map(offering => readGame(deps, offering))),
    stops.find(everythingTarget(viewer)),
    totals.readNetOfDay(idle, day),
  ])
  const worst = sumOf(open, worstOf)
  const net =
    netOfIdle + sumOf(open, offering => (offering.day.day === day ? offering.day.play - offering.day.win : 0n))
  return {
    now: iso(clock.now()),
    tickMs,
    total: offerings.length,
    sums: {
      stake: toPoints(sumOf(open, ({ draw }) => draw.booked.total())),
      worst: toPoints(worst),
      worstBoosted: toPoints(worst * BigInt(highestBooster)),
      net: toPoints(net),
    },
    stopped,
    games,
  }
}

const labelsMax = 6

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const offeringKeyOf = ({ admin, game }: LiveOffering) => offeringKey({ adminId: admin._id, gameId: game.gameId })
const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
const sumOf = (offerings: readonly OpenOffering[], of: (offering: OpenOffering) => bigint) =>
  offerings.reduce((sum, offering) => sum + of(offering), 0n)

async function readGame({ engine }: LiveDeps, { admin, game: { gameId } }: LiveOffering): Promise<BoardGame> {
  const offering = await engine.offerings.open({ adminId: admin._id, gameId })
  const { draw, pool, stops } = offering
  const { times, rules, booked } = draw
  const worst = worstOf(offering)
  return {
    adminId: admin._id,
    username: admin.username,
    gameId,
    gameName: offering.gameName,
    drawId: draw.drawId,
    lockAt: iso(times.lockAtMs),
    drawAt: iso(times.drawAtMs),
    timecount: rules.description.draw.intervalSeconds,
    tickets: draw.tickets,
    stake: toPoints(booked.total()),
    worst: toPoints(worst),
    worstBoosted: toPoints(worst * BigInt(highestBooster)),
    gameBalance: toPoints(pool.balance),
    preview: previewOf(offering),
    pending: toPending(offering),
    stops,
  }
}

function toPending(offering: OpenOffering): BoardGame['pending'] {
  const { drawId, rules, booked } = offering.draw
  const pending = visiblePending(offering)
  const outcome = pending && parseResult(rules, pending.result)
  if (!pending) return null
  const cost = outcome && pending.drawId === drawId ? costOf(booked, outcome, pending.booster) : 0n
  return { ...pending, label: resultLabel(rules, pending.result), cost: toPoints(cost) }
}

/** Caches a figure of an offering until a bet, its balance or its percentage changes. */
function cacheUntilChange<T>(workOut: (offering: OpenOffering) => T): (offering: OpenOffering) => T {
  const cache = new WeakMap<OpenOffering, { state: string; value: T }>()
  return offering => {
    const { draw, pool, winpercentage } = offering
    const state = `${draw.drawId} ${draw.tickets} ${pool.balance} ${winpercentage}`
    const before = cache.get(offering)
    if (before?.state === state) return before.value
    const value = workOut(offering)
    cache.set(offering, { state, value })
    return value
  }
}

const highestOf = cacheUntilChange(({ draw }) => highestCost(draw.booked, 1))
const worstOf = (offering: OpenOffering | undefined) => (offering ? highestOf(offering) : 0n)

const previewOf = cacheUntilChange((offering): BoardGame['preview'] => {
  const { figures, indices } = previewPolicy(offering)
  const { rules } = offering.draw
  const named = indices.length <= labelsMax ? indices : []
  const labels = named.flatMap(index => {
    const outcome = rules.outcomes[index]
    return outcome ? resultLabel(rules, outcome.text) : []
  })
  return { ...figures, outcomes: rules.outcomes.length, labels }
})
