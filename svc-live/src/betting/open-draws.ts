import type { GameDescription } from '@cascade/contracts/games'
import { type BettingStops, betTexts, type LastResult, type PendingResult } from '@cascade/contracts/live'
import { type Board, type Game, highestCost, openBoard, type TicketLine } from '@cascade/draw-rules'
import { AppError } from '@cascade/service-kit'
import { type Offering, offeringKey } from '../catalog/offering'
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
  pendingTickets: number
  /** The ledger has closed it, or nobody bet on it. */
  isClosed: boolean
}

const hundredths = (points: number) => BigInt(points) * 100n

/** Boosters go up to 2: what a draw may cost at most is counted with it. */
const highestBooster = 2

export function createOpenDraw(
  draw: Pick<OpenDraw, 'drawId' | 'times' | 'seedKeyId' | 'rules'>,
  stakes: Iterable<readonly [string, bigint]> = [],
  tickets = 0,
): OpenDraw {
  const initialStakes = [...stakes]
  const boards = { booked: openBoard(draw.rules, initialStakes), reserved: openBoard(draw.rules, initialStakes) }
  return { ...draw, ...boards, tickets, pendingTickets: 0, isClosed: false }
}

export const hasStakes = (draw: OpenDraw) => draw.tickets > 0 || draw.pendingTickets > 0

/**
 * Takes room for a ticket in the limits of its draw.
 * @throws AppError CONFLICT when an option has no room left; nothing is taken then.
 */
export function reserve(draw: OpenDraw, lines: readonly TicketLine[]): void {
  const { limits } = draw.rules.description
  const stakeMax = hundredths(limits.drawOptionMax)
  for (const { leg, quantity } of lines) {
    if ((draw.reserved.stakes.get(leg) ?? 0n) + hundredths(quantity) > stakeMax) throw optionFull()
  }
  addTo(draw.reserved, lines, 1)
  if (exceedsLiability(draw, limits)) {
    addTo(draw.reserved, lines, -1)
    throw optionFull()
  }
  draw.pendingTickets += 1
}

/** Gives back what `reserve` took: the ticket was not booked. */
export function release(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.reserved, lines, -1)
  draw.pendingTickets -= 1
}

/** The ticket was booked. */
export function addBooked(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.booked, lines, 1)
  draw.pendingTickets -= 1
  draw.tickets += 1
}

function addTo(board: Board, lines: readonly TicketLine[], sign: 1 | -1) {
  for (const { leg, quantity } of lines) board.add(leg, hundredths(sign * quantity))
}

const exceedsLiability = ({ reserved }: OpenDraw, { liabilityMax }: GameDescription['limits']) =>
  highestCost(reserved, highestBooster) > hundredths(liabilityMax)

const optionFull = () => new AppError('CONFLICT', betTexts.full, { reason: 'OPTION_FULL' })

/** What is known of an offering in which something happens, or that somebody watches. Amounts are hundredths. */
export type OpenOffering = Offering & {
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
  feed: FeedState
  /** When somebody last asked for it, in ms since 1970. */
  usedAtMs: number
}

/** What of an offering has changed since it was last told, for those who watch it. */
type FeedState = {
  /** Number of the last state that was told. */
  number: number
  watchedUntilMs: number
  /** When something was told last, in ms since 1970. */
  publishedAtMs: number
  /** Indices of options by dimension. */
  options: Map<number, Set<number>>
  /** Something else than options: pool, results, pending, stops. */
  figures: boolean
  /** A new draw has opened. */
  cleared: boolean
}

export const createFeedState = (): FeedState => ({
  number: 0,
  watchedUntilMs: 0,
  publishedAtMs: 0,
  figures: false,
  cleared: false,
  options: new Map(),
})

export const isDirty = ({ options, figures, cleared }: FeedState) => figures || cleared || options.size > 0

/** Notes that the options which a leg covers have changed. */
export function markLegChanged({ draw, feed }: OpenOffering, leg: string): void {
  const { dimension, covers } = draw.rules.legs.get(leg) ?? { dimension: 0, covers: [] }
  const changed = feed.options.get(dimension) ?? new Set()
  for (const option of covers) changed.add(option)
  feed.options.set(dimension, changed)
  feed.figures = true
}

/** What a posting has left in the pool; answers may come in another order than the postings. */
export function setPool(offering: OpenOffering, balance: bigint, seq: number): void {
  if (seq <= offering.pool.seq) return
  offering.pool = { balance, seq }
  offering.feed.figures = true
}

type StakedDraw = { offering: OpenOffering; draw: OpenDraw }
export type StakedDraws = ReturnType<typeof createStakedDraws>

/** Draws for which this instance has taken bets, until they are drawn: none of them is ever taken for an idle one. */
export function createStakedDraws() {
  const draws = new Map<string, StakedDraw>()
  const byOffering = new Map<string, Set<OpenDraw>>()

  function remove(drawId: string) {
    const { offering, draw } = draws.get(drawId) ?? {}
    draws.delete(drawId)
    if (!offering || !draw) return
    const offeringDraws = byOffering.get(offering.key)
    offeringDraws?.delete(draw)
    if (offeringDraws?.size === 0) byOffering.delete(offering.key)
  }

  return {
    add(offering: OpenOffering, draw: OpenDraw) {
      if (draws.has(draw.drawId)) return
      draws.set(draw.drawId, { offering, draw })
      byOffering.set(offering.key, (byOffering.get(offering.key) ?? new Set()).add(draw))
    },

    /** Whether a bet on a draw of this offering, drawn at `drawAtMs` or before, is booked or on its way. */
    hasUpTo: (offering: Offering, drawAtMs: number) =>
      [...(byOffering.get(offeringKey(offering)) ?? [])].some(
        draw => draw.times.drawAtMs <= drawAtMs && hasStakes(draw),
      ),

    /** Whether the moment of one of them has come. */
    isAnyDue: (nowMs: number) =>
      [...draws.values()].some(({ draw }) => draw.times.drawAtMs <= nowMs && hasStakes(draw)),

    get: (drawId: string) => draws.get(drawId),

    /** Draws that have locked and are not closed yet. */
    locked: (nowMs: number) =>
      [...draws.values()].filter(({ draw }) => nowMs >= draw.times.lockAtMs && !draw.isClosed && hasStakes(draw)),

    drawn: remove,

    /** Lets go of draws whose bets were all refused. */
    removeEmpty(nowMs: number) {
      for (const [drawId, { draw }] of draws) {
        if (nowMs >= draw.times.drawAtMs && !hasStakes(draw)) remove(drawId)
      }
    },

    clear() {
      draws.clear()
      byOffering.clear()
    },
  }
}
