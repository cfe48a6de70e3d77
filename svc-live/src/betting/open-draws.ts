import type { GameDescription } from '@cascade/contracts/games'
import { type BettingStops, betTexts, type LastResult, type PendingResult } from '@cascade/contracts/live'
import { type Board, createBoard, type Game, highestBooster, highestCost, type TicketLine } from '@cascade/draw-rules'
import { AppError } from '@cascade/service-kit'
import { type Offering, offeringKey } from '../catalog/offering'
import type { DrawTimes } from '../catalog/schedule'

export type OpenDraw = {
  drawId: string
  times: DrawTimes
  seedKeyId: string
  rules: Game
  booked: Board
  /** Booked and pending stakes: what the limits count. */
  reserved: Board
  /** Void ones included. */
  tickets: number
  pendingTickets: number
  /** Tickets whose stakes this instance has returned. */
  voids: Set<string>
  /** Closed in the ledger, or without bets. */
  isClosed: boolean
}

const hundredths = (points: number) => BigInt(points) * 100n

export function createOpenDraw(
  draw: Pick<OpenDraw, 'drawId' | 'times' | 'seedKeyId' | 'rules'>,
  stakes: Iterable<readonly [string, bigint]> = [],
  tickets = 0,
): OpenDraw {
  const initialStakes = [...stakes]
  const boards = { booked: createBoard(draw.rules, initialStakes), reserved: createBoard(draw.rules, initialStakes) }
  return { ...draw, ...boards, tickets, pendingTickets: 0, voids: new Set(), isClosed: false }
}

export const hasStakes = (draw: OpenDraw) => draw.tickets > 0 || draw.pendingTickets > 0

/**
 * Reserves a ticket in the limits of its draw.
 * @throws AppError CONFLICT when an option is full; nothing is reserved then
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

export function release(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.reserved, lines, -1)
  draw.pendingTickets -= 1
}

export function addBooked(draw: OpenDraw, lines: readonly TicketLine[]): void {
  addTo(draw.booked, lines, 1)
  draw.pendingTickets -= 1
  draw.tickets += 1
}

/** Takes the stake of a ticket out of its draw, once. @returns false if that was done before */
export function subtractVoid(draw: OpenDraw, ticketId: string, lines: readonly TicketLine[]): boolean {
  if (draw.voids.has(ticketId)) return false
  draw.voids.add(ticketId)
  addTo(draw.booked, lines, -1)
  addTo(draw.reserved, lines, -1)
  return true
}

function addTo(board: Board, lines: readonly TicketLine[], sign: 1 | -1) {
  for (const { leg, quantity } of lines) board.add(leg, hundredths(sign * quantity))
}

const exceedsLiability = ({ reserved }: OpenDraw, { liabilityMax }: GameDescription['limits']) =>
  highestCost(reserved, highestBooster) > hundredths(liabilityMax)

const optionFull = () => new AppError('CONFLICT', betTexts.full, { reason: 'OPTION_FULL' })

/** State of an offering with bets or watchers. Amounts are hundredths. */
export type OpenOffering = Offering & {
  key: string
  gameName: string
  /** Closing counter of the offering in the ledger; undefined before the first bet. */
  gateVersion: number | undefined
  draw: OpenDraw
  pool: { balance: bigint; seq: number }
  day: { day: string; play: bigint; win: bigint }
  winpercentage: number
  results: readonly LastResult[]
  pending: readonly PendingResult[]
  stops: BettingStops
  feed: FeedState
  /** Last use, in ms since 1970. */
  usedAtMs: number
}

type FeedState = {
  number: number
  watchedUntilMs: number
  publishedAtMs: number
  /** Indices of changed options, by dimension. */
  options: Map<number, Set<number>>
  /** Anything else has changed: pool, results, pending results, stops. */
  figures: boolean
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

export function markLegChanged({ draw, feed }: OpenOffering, leg: string): void {
  const { dimension, covers } = draw.rules.legs.get(leg) ?? { dimension: 0, covers: [] }
  const changed = feed.options.get(dimension) ?? new Set()
  for (const option of covers) changed.add(option)
  feed.options.set(dimension, changed)
  feed.figures = true
}

/** Sets the pool balance after a posting. Replies may arrive out of order. */
export function setPool(offering: OpenOffering, balance: bigint, seq: number): void {
  if (seq <= offering.pool.seq) return
  offering.pool = { balance, seq }
  offering.feed.figures = true
}

type StakedDraw = { offering: OpenOffering; draw: OpenDraw }
export type StakedDraws = ReturnType<typeof createStakedDraws>

/** Draws on which this instance has taken bets, until they are drawn. They must never count as draws without bets. */
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

  const due = (nowMs: number): StakedDraw[] =>
    [...draws.values()].filter(({ draw }) => draw.times.drawAtMs <= nowMs && hasStakes(draw))

  return {
    add(offering: OpenOffering, draw: OpenDraw) {
      if (draws.has(draw.drawId)) return
      draws.set(draw.drawId, { offering, draw })
      byOffering.set(offering.key, (byOffering.get(offering.key) ?? new Set()).add(draw))
    },

    /** Whether the offering has a booked or pending bet on a draw up to `drawAtMs`. */
    hasUpTo: (offering: Offering, drawAtMs: number) =>
      [...(byOffering.get(offeringKey(offering)) ?? [])].some(
        draw => draw.times.drawAtMs <= drawAtMs && hasStakes(draw),
      ),

    isAnyDue: (nowMs: number) => due(nowMs).length > 0,

    due,

    get: (drawId: string) => draws.get(drawId),

    locked: (nowMs: number) =>
      [...draws.values()].filter(({ draw }) => nowMs >= draw.times.lockAtMs && !draw.isClosed && hasStakes(draw)),

    remove,

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
