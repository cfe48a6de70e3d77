import type { VoidRequest } from '@cascade/contracts/accounts'
import { betTexts, type liveInternal, voidTexts } from '@cascade/contracts/live'
import { busy, conflict, notFound, outcomeUnknown, withTimeout } from '@cascade/service-kit'
import type { z } from 'zod'
import { type BookedPosting, toAppError } from '../ledger/client'
import { deriveId } from '../ledger/ids'
import { waitForProjection } from '../ledger/wait-for-projection'
import { type Ticket, toVoidFields } from '../records/ticket'
import { markLegChanged, type OpenDraw, type OpenOffering, setPool, subtractVoid } from './open-draws'
import { type BetContext, drawClosed } from './place-bet'
import { beginReturn, finishReturn } from './player-days'

type Void = (typeof liveInternal)['voidTicket']
export type VoidCall = z.output<Void['body']>
export type VoidAnswer = z.output<Void['response']>

/** How long the caller waits. The posting is repeated until its outcome is known. */
const answerTimeoutMs = 5_000

type VoidContext = Pick<BetContext, 'deps' | 'lease' | 'offerings' | 'playerDays'>
type Open = { offering: OpenOffering; draw: OpenDraw }

/** Returns stakes of tickets while their draws are open, on the instance that has these in memory. */
export function createVoids({ deps, lease, offerings, playerDays }: VoidContext) {
  const inProgress = new Map<string, { answer: Promise<VoidAnswer>; isOfPlayer: boolean }>()
  let leaving = new AbortController()

  async function begin(call: VoidCall): Promise<VoidAnswer> {
    const ticket = await deps.tickets.find(call.ticketId)
    if (!ticket) throw notFound()
    if (ticket.void) return toAnswer(ticket, true)
    const open = await openDrawOf(ticket)
    if (isOver(call)) throw conflict(voidTexts.overdue)
    if (open.draw.voids.has(ticket._id)) return readVoid(ticket._id, true)
    const entry = await playerDays.load(ticket.playerId, ticket.day, ticket.gameId)
    beginReturn(entry)
    let booked: BookedPosting | undefined
    try {
      booked = await post(call, ticket, open.draw)
    } finally {
      finishReturn(entry, ticket.stake, booked?.seq)
    }
    apply(open, ticket, booked)
    return readVoid(ticket._id, booked.replayed)
  }

  /** @throws AppError CONFLICT when betting on its draw is closed */
  async function openDrawOf({ adminId, gameId, drawId }: Ticket): Promise<Open> {
    const offering = await offerings.open({ adminId, gameId })
    const { draw } = offering
    if (draw.drawId !== drawId || draw.isClosed || deps.clock.now() >= draw.times.lockAtMs) throw drawClosed()
    return { offering, draw }
  }

  const isOver = ({ endsAtMs = Infinity }: VoidCall) => deps.clock.now() >= endsAtMs

  async function post(call: VoidCall, ticket: Ticket, draw: OpenDraw): Promise<BookedPosting> {
    const { by, requestId, input, endsAtMs = Infinity } = call
    const request: z.input<typeof VoidRequest> = {
      kind: 'void',
      id: deriveId('void', ticket._id),
      by,
      correlationId: requestId,
      adminId: ticket.adminId,
      gameId: ticket.gameId,
      playerId: ticket.playerId,
      notAfter: new Date(Math.min(draw.times.lockAtMs, lease.lastMomentMs(), endsAtMs)).toISOString(),
      details: { ticket: ticket._id, draw: ticket.drawId, reason: input.reason },
    }
    const [result] = (await deps.ledger.postAll([request], leaving.signal)) ?? []
    if (!result || result.outcome === 'parked') throw outcomeUnknown({ reason: 'TIMED_OUT' })
    if (result.outcome === 'booked') return result
    if (result.reason === 'TOO_LATE' && isOver(call)) throw conflict(voidTexts.overdue)
    // The draw is open: our lease has ended, so a retry will do.
    if (result.reason === 'TOO_LATE') throw deps.clock.now() < draw.times.lockAtMs ? busy() : drawClosed()
    throw toAppError(result, betTexts.takeLimit)
  }

  function apply({ offering, draw }: Open, { _id, lines, stake, day }: Ticket, booked: BookedPosting) {
    if (!subtractVoid(draw, _id, lines)) return
    if (offering.day.day === day) offering.day.play -= stake
    setPool(offering, BigInt(booked.poolBalance), booked.seq)
    if (offering.draw === draw) for (const { leg } of lines) markLegChanged(offering, leg)
  }

  /** A booked void, once the projection includes it. */
  async function readVoid(ticketId: string, replayed: boolean): Promise<VoidAnswer> {
    await waitForProjection(deps, AbortSignal.timeout(answerTimeoutMs))
    const ticket = await deps.tickets.find(ticketId)
    if (!ticket) throw notFound()
    return toAnswer(ticket, replayed)
  }

  /** Begins a void, or shares the one in progress. */
  function share(call: VoidCall): Promise<VoidAnswer> {
    const { ticketId, endsAtMs } = call
    const running = inProgress.get(ticketId)
    if (!running) {
      const answer = begin(call).finally(() => inProgress.delete(ticketId))
      inProgress.set(ticketId, { answer, isOfPlayer: endsAtMs !== undefined })
      return answer
    }
    const answer = running.answer.then(outcome => ({ ...outcome, replayed: true }))
    // A player may be too late while an operator is not.
    return running.isOfPlayer && endsAtMs === undefined ? answer.catch(() => share(call)) : answer
  }

  return {
    /**
     * Concurrent and later calls for a ticket get the outcome of the first.
     * @throws AppError OUTCOME_UNKNOWN when it takes longer than `answerTimeoutMs`
     */
    async voidTicket(call: VoidCall): Promise<VoidAnswer> {
      const outcome = await withTimeout(share(call), answerTimeoutMs, undefined)
      if (!outcome) throw outcomeUnknown({ reason: 'TIMED_OUT' })
      return outcome
    },

    /** Abandons what is in flight: this instance no longer leads. */
    clear() {
      leaving.abort()
      leaving = new AbortController()
    },
  }
}

function toAnswer(ticket: Ticket, replayed: boolean): VoidAnswer {
  const { state, void: returned } = toVoidFields(ticket)
  if (!state) throw new Error(`ticket ${ticket._id} is not void`)
  return { ticketId: ticket._id, drawId: ticket.drawId, state, void: returned, replayed }
}
