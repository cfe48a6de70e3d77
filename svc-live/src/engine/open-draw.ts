import type { GameDescription } from '@cascade/contracts/games'
import { betTexts } from '@cascade/contracts/live'
import { type Board, type Game, highestCost, openBoard, type TicketLine } from '@cascade/draw-rules'
import { AppError } from '@cascade/service-kit'
import type { DrawTimes } from '../schedule/schedule'

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
