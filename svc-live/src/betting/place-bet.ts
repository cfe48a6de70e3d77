import { toPoints } from '@cascade/contracts'
import type { StakeRequest } from '@cascade/contracts/accounts'
import { betTexts, type CreateBet, liveApi } from '@cascade/contracts/live'
import type { TicketLine } from '@cascade/draw-rules'
import { AppError, businessDay, busy, type Lease } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../base-deps'
import { isPaused } from '../catalog/schedule'
import { type BookedPosting, type RejectedPosting, toAppError } from '../ledger/client'
import type { StakeDetails } from '../records/ticket'
import type { BetQueue } from './bet-queue'
import {
  addBooked,
  markLegChanged,
  type OpenDraw,
  type OpenOffering,
  release,
  reserve,
  type StakedDraws,
  setPool,
} from './open-draws'
import type { OpenOfferings } from './open-offerings'
import { finishReservation, type PlayerDays, reserveStake } from './player-days'
import { type BetAnswer, type BetCall, findPlayableGame, parseTicket } from './read-bet'
import type { RecentBets } from './recent-bets'

export type BetContext = {
  deps: BaseDeps
  lease: Pick<Lease, 'lastMomentMs'>
  offerings: OpenOfferings
  staked: StakedDraws
  playerDays: PlayerDays
  queue: BetQueue
  recent: RecentBets
}

type Bet = {
  ticketId: string
  offering: OpenOffering
  draw: OpenDraw
  lines: readonly TicketLine[]
  stake: bigint
  request: z.input<typeof StakeRequest>
}

/** `finish` ends the reservation: with the booking, or with nothing. */
type Reservation = { bet: Bet; finish: (booked: BookedPosting | undefined) => void }

/**
 * Places a ticket: checks game, limits and clock, books it in the ledger in a batch with others, responds after the
 * commit.
 */
export async function placeBet(context: BetContext, call: BetCall): Promise<BetAnswer> {
  const { ticketId, idempotencyKey, input } = call
  const cached = idempotencyKey ? context.recent.find(ticketId, input) : undefined
  const answer = cached ?? placeNew(context, call)
  if (idempotencyKey && !cached) context.recent.track(ticketId, input, answer)
  return context.queue.withTimeout(ticketId, answer)
}

async function placeNew(context: BetContext, call: BetCall): Promise<BetAnswer> {
  const { ticketId, idempotencyKey, input } = call
  const reservation = await prepare(context, call).catch(async (rejection: unknown) => {
    // A call that is rejected now may repeat one that was booked earlier.
    const booked = idempotencyKey ? await context.recent.fromTicket(ticketId, input) : undefined
    if (booked) return booked
    throw rejection
  })
  return 'ticketId' in reservation ? reservation : book(context, reservation, input)
}

async function book(context: BetContext, { bet, finish }: Reservation, input: CreateBet): Promise<BetAnswer> {
  let booked: BookedPosting | undefined
  try {
    const { result, hadUnknownOutcome } = await context.queue.book(bet.request)
    if (result.outcome === 'refused') throw toBetError(context, bet, result)
    if (!result.replayed || hadUnknownOutcome) booked = result
    if (!result.replayed) return toBetAnswer(context, bet, result)
    // Only the ticket's row names its draw. Keep the reservation until then, or the draw would look like one without
    // bets.
    const answer = await context.recent.replay(bet.ticketId, input)
    if (answer.drawId !== bet.draw.drawId) booked = undefined
    return answer
  } finally {
    finish(booked)
  }
}

/** Reserves the ticket. Nothing is awaited from the first check to the last, so that limits are exact. */
async function prepare(context: BetContext, call: BetCall): Promise<Reservation> {
  const { deps, lease, offerings, staked, playerDays } = context
  const { ticketId, actor, input } = call
  const table = await findPlayableGame(deps, actor.accountId, input.gameId)
  const day = businessDay(new Date(deps.clock.now()), deps.zone)
  const dayEntry = await playerDays.load(actor.accountId, day, input.gameId)
  const offering = await offerings.open(table.offering)
  await offerings.loadGateVersion(offering)
  const { draw, gateVersion } = await offerings.roll(offering)
  if (gateVersion === undefined) throw busy()
  const { lines, stake } = parseTicket(draw.rules, input)
  requireOpen(offering, input, deps.clock.now())
  reserve(draw, lines)
  const dayMax = BigInt(draw.rules.description.limits.playerDayMax) * 100n
  if (!reserveStake(dayEntry, stake, dayMax)) {
    release(draw, lines)
    throw new AppError('CONFLICT', betTexts.dayLimit, { reason: 'DAY_LIMIT' })
  }
  staked.add(offering, draw)
  const request = stakeRequest(call, {
    offering,
    draw,
    lines,
    stake,
    gateVersion,
    lastMomentMs: lease.lastMomentMs(),
  })
  const finish = (booked: BookedPosting | undefined) => {
    finishReservation(dayEntry, stake, booked?.seq)
    if (booked) applyBooking(offering, draw, lines, stake, booked)
    else release(draw, lines)
  }
  return { bet: { ticketId, offering, draw, lines, stake, request }, finish }
}

function requireOpen({ draw, stops }: OpenOffering, { drawId }: CreateBet, nowMs: number) {
  if (stops.game || stops.admin || stops.everywhere || isPaused(draw.times, nowMs)) {
    throw new AppError('CONFLICT', betTexts.stopped, { reason: 'BETTING_STOPPED' })
  }
  if (nowMs >= draw.times.lockAtMs || (drawId !== undefined && drawId !== draw.drawId)) throw drawClosed()
}

export const drawClosed = () => new AppError('CONFLICT', betTexts.closed, { reason: 'DRAW_CLOSED' })

type StakeInput = Pick<Bet, 'offering' | 'draw' | 'lines' | 'stake'> & { gateVersion: number; lastMomentMs: number }

function stakeRequest({ ticketId, actor, requestId }: BetCall, input: StakeInput) {
  const { offering, draw, lines, stake, gateVersion, lastMomentMs } = input
  const { id: operation, path } = liveApi.createBet
  const details: StakeDetails = {
    draw: draw.drawId,
    gameVersion: draw.times.version,
    seedKey: draw.seedKeyId,
    lines: lines.map(({ leg, quantity }) => [leg, quantity]),
  }
  return {
    kind: 'stake' as const,
    id: ticketId,
    by: { id: actor.accountId, username: actor.username, role: actor.role },
    correlationId: requestId,
    adminId: offering.adminId,
    gameId: offering.gameId,
    playerId: actor.accountId,
    amount: String(stake),
    gateVersion,
    notAfter: new Date(Math.min(draw.times.lockAtMs, lastMomentMs)).toISOString(),
    details,
    call: { operation, requestUrl: `/api${path}`, ipAddress: actor.ipAddress },
  }
}

function applyBooking(
  offering: OpenOffering,
  draw: OpenDraw,
  lines: readonly TicketLine[],
  stake: bigint,
  booked: BookedPosting,
) {
  addBooked(draw, lines)
  offering.day.play += stake
  setPool(offering, BigInt(booked.poolBalance), booked.seq)
  if (offering.draw === draw) for (const { leg } of lines) markLegChanged(offering, leg)
}

function toBetError({ deps }: BetContext, { offering, draw }: Bet, rejected: RejectedPosting): AppError {
  const isEarly = deps.clock.now() < draw.times.lockAtMs
  // The draw is open: our lease has ended or our closing counter is stale, so a retry will do.
  if (isEarly && rejected.reason === 'TOO_LATE') return busy()
  if (isEarly && rejected.reason === 'DRAW_CLOSED' && !draw.isClosed) {
    offering.gateVersion = undefined
    return busy()
  }
  return rejected.reason === 'TOO_LATE' ? drawClosed() : toAppError(rejected, betTexts.stakeLimit)
}

function toBetAnswer(
  { deps }: BetContext,
  { ticketId, offering, draw, stake }: Bet,
  { playerBalance }: BookedPosting,
): BetAnswer {
  const { drawId, times, seedKeyId } = draw
  return {
    ticketId,
    gameId: offering.gameId,
    drawId,
    stake: toPoints(stake),
    replayed: false,
    balance: toPoints(BigInt(playerBalance ?? 0)),
    drawAt: new Date(times.drawAtMs).toISOString(),
    lockAt: new Date(times.lockAtMs).toISOString(),
    commitment: deps.seeds.commitment(drawId, seedKeyId),
  }
}
