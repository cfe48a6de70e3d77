import type { GameDescription } from '@cascade/contracts/games'
import { type BettingStops, betTexts, type LastResult, type PendingResult } from '@cascade/contracts/live'
import { type Board, type Game, highestCost, openBoard, type TicketLine } from '@cascade/draw-rules'
import { AppError } from '@cascade/service-kit'
import { type Pair, pairKey } from '../catalog/offering'
import type { DrawTimes } from '../catalog/schedule'

/** A draw that takes bets, or has just stopped to: what is staked on it, booked and on its way. */
export type OpenDraw = {
  drawId: string
  times: DrawTimes
  seedKeyId: string
  rules: Game
  /** Stakes that are booked: what the screens show. */
  booked: Board
  /** And those on their way, which count for the limits until the ledger has refused them. */
  reserved: Board
  tickets: number
  /** Tickets on their way. */
  underWay: number
  /** The ledger has closed it, or nobody bet on it. */
  isClosed: boolean
}

const hundredths = (points: number) => BigInt(points) * 100n

/** Boosters go up to 2: what a draw may cost at most is counted with it. */
const highestBooster = 2

export function openDrawOf(
  draw: Pick<OpenDraw, 'drawId' | 'times' | 'seedKeyId' | 'rules'>,
  stakes: Iterable<readonly [string, bigint]> = [],
  tickets = 0,
): OpenDraw {
  const known = [...stakes]
  const boards = { booked: openBoard(draw.rules, known), reserved: openBoard(draw.rules, known) }
  return { ...draw, ...boards, tickets, underWay: 0, isClosed: false }
}

export const hasStakes = (draw: OpenDraw) => draw.tickets > 0 || draw.underWay > 0

/**
 * Takes room for a ticket in the limits of its draw.
 * @throws AppError CONFLICT when an option has no room left; nothing is taken then.
 */
export function reserve(draw: OpenDraw, lines: readonly TicketLine[]): void {
  const { limits } = draw.rules.description
  const most = hundredths(limits.drawOptionMax)
  for (const { leg, quantity } of lines) {
    if ((draw.reserved.stakes.get(leg) ?? 0n) + hundredths(quantity) > most) throw full()
  }
  addTo(draw.reserved, lines, 1)
  if (exceeds(draw, limits)) {
    addTo(draw.reserved, lines, -1)
    throw full()
  }
  draw.underWay += 1
}

/** Gives back what `reserve` took: the ticket was not booked. */
export function release(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.reserved, lines, -1)
  draw.underWay -= 1
}

/** The ticket was booked. */
export function addBooked(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.booked, lines, 1)
  draw.underWay -= 1
  draw.tickets += 1
}

function addTo(board: Board, lines: readonly TicketLine[], sign: 1 | -1) {
  for (const { leg, quantity } of lines) board.add(leg, hundredths(sign * quantity))
}

const exceeds = ({ reserved }: OpenDraw, { liabilityMax }: GameDescription['limits']) =>
  highestCost(reserved, highestBooster) > hundredths(liabilityMax)

const full = () => new AppError('CONFLICT', betTexts.full, { reason: 'OPTION_FULL' })

/** What is known of a pair in which something happens, or that somebody watches. Amounts are hundredths. */
export type OpenPair = Pair & {
  key: string
  gameName: string
  /** Closings of its gate in the ledger; not known before the first bet. */
  gateVersion: number | undefined
  draw: OpenDraw
  pool: { balance: bigint; seq: number }
  /** Stakes and wins of the business day. */
  day: { day: string; play: bigint; win: bigint }
  winpercentage: number
  results: readonly LastResult[]
  pending: readonly PendingResult[]
  stops: BettingStops
  feed: PairFeed
  /** When somebody last asked for it, in ms since 1970. */
  usedAtMs: number
}

/** What of a pair has changed since it was last told, for those who watch it. */
type PairFeed = {
  /** Number of the last state that was told. */
  number: number
  watchedUntilMs: number
  /** When something was told last, in ms since 1970. */
  toldAtMs: number
  /** Indices of options by dimension. */
  options: Map<number, Set<number>>
  /** Something else than options: pool, results, pending, stops. */
  figures: boolean
  /** A new draw has opened. */
  cleared: boolean
}

export const newFeed = (): PairFeed => ({
  number: 0,
  watchedUntilMs: 0,
  toldAtMs: 0,
  figures: false,
  cleared: false,
  options: new Map(),
})

export const isDirty = ({ options, figures, cleared }: PairFeed) => figures || cleared || options.size > 0

/** Notes that the options which a leg covers have changed. */
export function touchLeg({ draw, feed }: OpenPair, leg: string): void {
  const { dimension, covers } = draw.rules.legs.get(leg) ?? { dimension: 0, covers: [] }
  const touched = feed.options.get(dimension) ?? new Set()
  for (const option of covers) touched.add(option)
  feed.options.set(dimension, touched)
  feed.figures = true
}

/** What a posting has left in the pool; answers may come in another order than the postings. */
export function setPool(pair: OpenPair, balance: bigint, seq: number): void {
  if (seq <= pair.pool.seq) return
  pair.pool = { balance, seq }
  pair.feed.figures = true
}

type StakedDraw = { pair: OpenPair; draw: OpenDraw }
export type StakedDraws = ReturnType<typeof createStakedDraws>

/** Draws for which this instance has taken bets, until they are drawn: none of them is ever taken for an idle one. */
export function createStakedDraws() {
  const draws = new Map<string, StakedDraw>()
  const byPair = new Map<string, Set<OpenDraw>>()

  function remove(drawId: string) {
    const { pair, draw } = draws.get(drawId) ?? {}
    draws.delete(drawId)
    if (!pair || !draw) return
    const ofPair = byPair.get(pair.key)
    ofPair?.delete(draw)
    if (ofPair?.size === 0) byPair.delete(pair.key)
  }

  return {
    add(pair: OpenPair, draw: OpenDraw) {
      if (draws.has(draw.drawId)) return
      draws.set(draw.drawId, { pair, draw })
      byPair.set(pair.key, (byPair.get(pair.key) ?? new Set()).add(draw))
    },

    /** Whether a bet on a draw of this pair, drawn at `drawAtMs` or before, is booked or on its way. */
    hasUpTo: (pair: Pair, drawAtMs: number) =>
      [...(byPair.get(pairKey(pair)) ?? [])].some(draw => draw.times.drawAtMs <= drawAtMs && hasStakes(draw)),

    /** Whether the moment of one of them has come. */
    isAnyDue: (nowMs: number) =>
      [...draws.values()].some(({ draw }) => draw.times.drawAtMs <= nowMs && hasStakes(draw)),

    get: (drawId: string) => draws.get(drawId),

    /** Draws that have locked and are not closed yet. */
    locked: (nowMs: number) =>
      [...draws.values()].filter(({ draw }) => nowMs >= draw.times.lockAtMs && !draw.isClosed && hasStakes(draw)),

    drawn: remove,

    /** Lets go of draws whose bets were all refused. */
    forgetEmpty(nowMs: number) {
      for (const [drawId, { draw }] of draws) {
        if (nowMs >= draw.times.drawAtMs && !hasStakes(draw)) remove(drawId)
      }
    },

    clear() {
      draws.clear()
      byPair.clear()
    },
  }
}
