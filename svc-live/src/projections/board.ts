import { type Role, toPoints } from '@cascade/contracts'
import { type Board, type BoardGame, mostOnBoard } from '@cascade/contracts/live'
import { costOf, highestCost, labelOfResult, parseResult } from '@cascade/draw-rules'
import { type Ask, businessDay, busy, requirePermission } from '@cascade/service-kit'
import type { OpenPair } from '../betting/open-draws'
import { pairKey } from '../catalog/offering'
import { type LivePair, pairsOf } from '../catalog/offerings'
import { everythingOf } from '../catalog/stops'
import type { LiveDeps } from '../deps'
import { policyPick, shownPending, tickMs } from './live-feed'

type Viewer = { accountId: string; role: Role; adminId?: string | undefined }

/** All games that somebody may control, at a glance. */
export async function readBoard(deps: LiveDeps, { ctx, input }: Ask<{ adminId?: string | undefined }>) {
  requirePermission(ctx, 'live.control')
  const { accountId, role } = ctx.actor
  const viewer: Viewer = { accountId, role, ...(input.adminId !== undefined && { adminId: input.adminId }) }
  return { data: await (deps.holder.isHere() ? readBoardHere(deps, viewer) : deps.holder.board(viewer)) }
}

/**
 * The board from the memory of the engine: what nobody bets on costs nothing, and what is worked out of a draw is worked
 * out once for all who look, until a bet changes it.
 */
export async function readBoardHere(deps: LiveDeps, viewer: Viewer): Promise<Board> {
  const { holder, engine, totals, stops, clock, zone } = deps
  if (!holder.isHere()) throw busy()
  const known = new Map(engine.pairs.all().map(pair => [pair.key, pair]))
  const pairs = (await pairsOf(deps, viewer))
    .filter(({ admin }) => viewer.adminId === undefined || admin._id === viewer.adminId)
    .map(pair => ({ ...pair, open: known.get(keyOf(pair)) }))
  const open = pairs.flatMap(pair => pair.open ?? [])
  await Promise.all(open.map(pair => engine.pairs.roll(pair)))
  const dearest = [...pairs].sort((a, b) => compare(worstOf(b.open), worstOf(a.open))).slice(0, mostOnBoard)
  const day = businessDay(new Date(clock.now()), zone)
  const idle = pairs.filter(pair => !pair.open).map(({ admin, game }) => ({ adminId: admin._id, gameId: game.gameId }))
  const [games, stopped, netOfIdle] = await Promise.all([
    Promise.all(dearest.map(pair => readGame(deps, pair))),
    stops.find(everythingOf(viewer)),
    totals.netOfDay(idle, day),
  ])
  const worst = sumOf(open, worstOf)
  const net = netOfIdle + sumOf(open, pair => (pair.day.day === day ? pair.day.play - pair.day.win : 0n))
  return {
    now: iso(clock.now()),
    tickMs,
    total: pairs.length,
    sums: {
      stake: toPoints(sumOf(open, ({ draw }) => draw.booked.total())),
      worst: toPoints(worst),
      worstBoosted: toPoints(worst * highestBooster),
      net: toPoints(net),
    },
    stopped,
    games,
  }
}

const highestBooster = 2n
/** Results that the policy may choose are named where they are so few. */
const mostNamed = 6

const iso = (milliseconds: number) => new Date(milliseconds).toISOString()
const keyOf = ({ admin, game }: LivePair) => pairKey({ adminId: admin._id, gameId: game.gameId })
const compare = (a: bigint, b: bigint) => (a < b ? -1 : a > b ? 1 : 0)
const sumOf = (pairs: readonly OpenPair[], of: (pair: OpenPair) => bigint) =>
  pairs.reduce((sum, pair) => sum + of(pair), 0n)

async function readGame({ engine }: LiveDeps, { admin, game: { gameId } }: LivePair): Promise<BoardGame> {
  const pair = await engine.pairs.open({ adminId: admin._id, gameId })
  const { draw, pool, stops } = pair
  const { times, rules, booked } = draw
  const worst = worstOf(pair)
  return {
    adminId: admin._id,
    username: admin.username,
    gameId,
    gameName: pair.gameName,
    drawId: draw.drawId,
    lockAt: iso(times.lockAtMs),
    drawAt: iso(times.drawAtMs),
    timecount: rules.description.draw.intervalSeconds,
    tickets: draw.tickets,
    stake: toPoints(booked.total()),
    worst: toPoints(worst),
    worstBoosted: toPoints(worst * highestBooster),
    gameBalance: toPoints(pool.balance),
    preview: previewOf(pair),
    pending: pendingOf(pair),
    stops,
  }
}

function pendingOf(pair: OpenPair): BoardGame['pending'] {
  const { drawId, rules, booked } = pair.draw
  const shown = shownPending(pair)
  const outcome = shown && parseResult(rules, shown.result)
  if (!shown) return null
  const cost = outcome && shown.drawId === drawId ? costOf(booked, outcome, shown.booster) : 0n
  return { ...shown, label: labelOfResult(rules, shown.result), cost: toPoints(cost) }
}

/** Remembers what was worked out of a pair until a bet, its balance or its percentage has changed. */
function onceAChange<T>(workOut: (pair: OpenPair) => T): (pair: OpenPair) => T {
  const known = new WeakMap<OpenPair, { state: string; value: T }>()
  return pair => {
    const { draw, pool, winpercentage } = pair
    const state = `${draw.drawId} ${draw.tickets} ${pool.balance} ${winpercentage}`
    const before = known.get(pair)
    if (before?.state === state) return before.value
    const value = workOut(pair)
    known.set(pair, { state, value })
    return value
  }
}

const highestOf = onceAChange(({ draw }) => highestCost(draw.booked, 1))
const worstOf = (pair: OpenPair | undefined) => (pair ? highestOf(pair) : 0n)

const previewOf = onceAChange((pair): BoardGame['preview'] => {
  const { figures, indices } = policyPick(pair)
  const { rules } = pair.draw
  const named = indices.length <= mostNamed ? indices : []
  const labels = named.flatMap(index => {
    const outcome = rules.outcomes[index]
    return outcome ? labelOfResult(rules, outcome.text) : []
  })
  return { ...figures, outcomes: rules.outcomes.length, labels }
})
