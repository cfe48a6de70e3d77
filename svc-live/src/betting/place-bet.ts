import { toPoints } from '@cascade/contracts'
import type { StakeRequest } from '@cascade/contracts/accounts'
import { betTexts, type CreateBet } from '@cascade/contracts/live'
import type { TicketLine } from '@cascade/draw-rules'
import { AppError, businessDay, busy, type Lease } from '@cascade/service-kit'
import type { z } from 'zod'
import type { BaseDeps } from '../deps'
import { type Booked, refusalOf as ledgerRefusal, type Refused } from '../ledger/client'
import type { StakeDetails } from '../records/ticket'
import type { BetAnswer, BetCall } from './bet-call'
import type { BetQueue } from './bet-queue'
import {
  addBooked,
  type OpenDraw,
  type OpenPair,
  release,
  reserve,
  type StakedDraws,
  setPool,
  touchLeg,
} from './open-draws'
import type { Pairs } from './open-offerings'
import { type PlayerDays, reserveDay, settleDay } from './player-days'
import { findTable, readTicket } from './read-bet'
import type { RecentBets } from './recent-bets'

export type BetParts = {
  deps: BaseDeps
  lease: Pick<Lease, 'lastMomentMs'>
  pairs: Pairs
  staked: StakedDraws
  playerDays: PlayerDays
  queue: BetQueue
  recent: RecentBets
}

type Bet = {
  ticketId: string
  pair: OpenPair
  draw: OpenDraw
  lines: readonly TicketLine[]
  stake: bigint
  request: z.input<typeof StakeRequest>
}

/** `settle` ends the reservation: with what was booked, or with nothing. */
type Prepared = { bet: Bet; settle: (booked: Booked | undefined) => void }

/**
 * Places a ticket: checked against game, limits and clock, booked by the ledger together with other bets of the moment,
 * and answered after its commit.
 */
export async function placeBet(parts: BetParts, call: BetCall): Promise<BetAnswer> {
  const { ticketId, idempotencyKey, input } = call
  const known = idempotencyKey ? parts.recent.find(ticketId, input) : undefined
  const answer = known ?? ask(parts, call)
  if (idempotencyKey && !known) parts.recent.keep(ticketId, input, answer)
  return parts.queue.answer(ticketId, answer)
}

async function ask(parts: BetParts, call: BetCall): Promise<BetAnswer> {
  const { ticketId, idempotencyKey, input } = call
  const prepared = await prepare(parts, call).catch(async (refusal: unknown) => {
    // What is refused now may be the repetition of a call that was booked before.
    const booked = idempotencyKey ? await parts.recent.fromTicket(ticketId, input) : undefined
    if (booked) return booked
    throw refusal
  })
  return 'ticketId' in prepared ? prepared : book(parts, prepared, input)
}

/** Settles what was reserved by what the ledger says. */
async function book(parts: BetParts, { bet, settle }: Prepared, input: CreateBet): Promise<BetAnswer> {
  let booked: Booked | undefined
  try {
    const { result, hadNoAnswer } = await parts.queue.book(bet.request)
    if (result.outcome === 'refused') throw refusalOf(parts, bet, result)
    if (!result.replayed || hadNoAnswer) booked = result
    if (!result.replayed) return answerOf(parts, bet, result)
    // Which draw it stands on only its row says. It keeps its room until then: its draw would look like an idle one.
    const answer = await parts.recent.replay(bet.ticketId, input)
    if (answer.drawId !== bet.draw.drawId) booked = undefined
    return answer
  } finally {
    settle(booked)
  }
}

/** Takes room in the limits; nothing is awaited from the first check to the last, so that limits are exact. */
async function prepare(parts: BetParts, call: BetCall): Promise<Prepared> {
  const { deps, lease, pairs, staked, playerDays } = parts
  const { ticketId, actor, input } = call
  const table = await findTable(deps, actor.accountId, input.gameId)
  const day = businessDay(new Date(deps.clock.now()), deps.zone)
  const played = await playerDays.of(actor.accountId, day, input.gameId)
  const pair = await pairs.open(table.pair)
  await pairs.gate(pair)
  const { draw, gateVersion } = await pairs.roll(pair)
  if (gateVersion === undefined) throw busy()
  const { lines, stake } = readTicket(draw.rules, input)
  requireOpen(pair, input, deps.clock.now())
  reserve(draw, lines)
  const most = BigInt(draw.rules.description.limits.playerDayMax) * 100n
  if (!reserveDay(played, stake, most)) {
    release(draw, lines)
    throw new AppError('CONFLICT', betTexts.dayLimit, { reason: 'DAY_LIMIT' })
  }
  staked.add(pair, draw)
  const request = stakeRequest(call, { pair, draw, lines, stake, gateVersion, lastMomentMs: lease.lastMomentMs() })
  const settle = (booked: Booked | undefined) => {
    settleDay(played, stake, booked?.seq)
    if (booked) take(pair, draw, lines, stake, booked)
    else release(draw, lines)
  }
  return { bet: { ticketId, pair, draw, lines, stake, request }, settle }
}

function requireOpen({ draw, stops }: OpenPair, { drawId }: CreateBet, nowMs: number) {
  if (stops.game || stops.admin || stops.everywhere) {
    throw new AppError('CONFLICT', betTexts.stopped, { reason: 'BETTING_STOPPED' })
  }
  if (nowMs >= draw.times.lockAtMs || (drawId !== undefined && drawId !== draw.drawId)) throw closed()
}

const closed = () => new AppError('CONFLICT', betTexts.closed, { reason: 'DRAW_CLOSED' })

type Placed = Pick<Bet, 'pair' | 'draw' | 'lines' | 'stake'> & { gateVersion: number; lastMomentMs: number }

function stakeRequest({ ticketId, actor, requestId }: BetCall, placed: Placed) {
  const { pair, draw, lines, stake, gateVersion, lastMomentMs } = placed
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
    adminId: pair.adminId,
    gameId: pair.gameId,
    playerId: actor.accountId,
    amount: String(stake),
    gateVersion,
    notAfter: new Date(Math.min(draw.times.lockAtMs, lastMomentMs)).toISOString(),
    details,
  }
}

function take(pair: OpenPair, draw: OpenDraw, lines: readonly TicketLine[], stake: bigint, booked: Booked) {
  addBooked(draw, lines)
  pair.day.play += stake
  setPool(pair, BigInt(booked.poolBalance), booked.seq)
  if (pair.draw === draw) for (const { leg } of lines) touchLeg(pair, leg)
}

function refusalOf({ deps }: BetParts, { pair, draw }: Bet, refused: Refused): AppError {
  const isEarly = deps.clock.now() < draw.times.lockAtMs
  // Not the draw is closed, but our own time is over, or our knowledge of the gate old: the next try will do.
  if (isEarly && refused.reason === 'TOO_LATE') return busy()
  if (isEarly && refused.reason === 'DRAW_CLOSED' && !draw.isClosed) {
    pair.gateVersion = undefined
    return busy()
  }
  return refused.reason === 'TOO_LATE' ? closed() : ledgerRefusal(refused, betTexts.stakeLimit)
}

function answerOf({ deps }: BetParts, { ticketId, pair, draw, stake }: Bet, { playerBalance }: Booked): BetAnswer {
  const { drawId, times, seedKeyId } = draw
  return {
    ticketId,
    gameId: pair.gameId,
    drawId,
    stake: toPoints(stake),
    replayed: false,
    balance: toPoints(BigInt(playerBalance ?? 0)),
    drawAt: new Date(times.drawAtMs).toISOString(),
    lockAt: new Date(times.lockAtMs).toISOString(),
    commitment: deps.seeds.commitment(drawId, seedKeyId),
  }
}
