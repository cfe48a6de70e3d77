import { toPoints } from '@cascade/contracts'
import type { CreateBet } from '@cascade/contracts/live'
import { type Game, readBets, type TicketLine } from '@cascade/draw-rules'
import { AppError, outcomeUnknown, sleep } from '@cascade/service-kit'
import type { BaseDeps } from '../deps'
import { parseDrawId } from '../draws/draw-id'
import type { Ticket } from '../tickets/ticket'
import type { BetAnswer } from './place-bet'

/** Longer than a ticket takes from the ledger's commit to our own rows. */
const keptMs = 30_000
const mostKept = 20_000
const lookAgainMs = 100
const looks = 30

export type RecentBets = ReturnType<typeof createRecentBets>

/**
 * Answers of keyed bets, so that a repeated call gets the first answer whatever has happened since: from memory while
 * the ticket is on its way, later from the ticket itself.
 */
export function createRecentBets(deps: Pick<BaseDeps, 'tickets' | 'catalogue' | 'seeds' | 'draws'>) {
  const answers = new Map<string, { wanted: string; answer: Promise<BetAnswer>; untilMs: number }>()

  async function fromTicket(ticketId: string, input: CreateBet): Promise<BetAnswer | undefined> {
    const ticket = await deps.tickets.find(ticketId)
    if (!ticket) return undefined
    const rules = await deps.catalogue.rules(ticket.gameId, ticket.gameVersion)
    if (ticket.gameId !== input.gameId || !isSame(rules, ticket, input)) throw reused()
    const drawAtMs = parseDrawId(ticket.drawId)?.drawAtMs ?? 0
    const lockAtMs = drawAtMs - rules.description.draw.lockSeconds * 1000
    const keyId = (await deps.draws.find(ticket.drawId))?.seedKeyId ?? deps.seeds.currentId
    return {
      ...{ ticketId, gameId: ticket.gameId, drawId: ticket.drawId, stake: toPoints(ticket.stake) },
      ...{
        balance: toPoints(ticket.balanceAfter),
        commitment: deps.seeds.commitment(ticket.drawId, keyId),
        replayed: true,
      },
      drawAt: new Date(drawAtMs).toISOString(),
      lockAt: new Date(lockAtMs).toISOString(),
    }
  }

  return {
    /** @throws AppError UNPROCESSABLE when the key belongs to another bet */
    async find(ticketId: string, input: CreateBet): Promise<BetAnswer | undefined> {
      const known = answers.get(ticketId)
      if (!known) return undefined
      if (known.wanted !== JSON.stringify(input)) throw reused()
      const answer = await known.answer
      return { ...answer, replayed: true }
    },

    keep(ticketId: string, input: CreateBet, answer: Promise<BetAnswer>) {
      const nowMs = performance.now()
      answers.set(ticketId, { wanted: JSON.stringify(input), answer, untilMs: nowMs + keptMs })
      // What was refused may be tried again with the same key.
      answer.catch(() => answers.delete(ticketId))
      for (const [oldest, { untilMs }] of answers) {
        if (answers.size <= mostKept && untilMs > nowMs) break
        answers.delete(oldest)
      }
    },

    /** The ledger says that it booked this ticket before: its rows may be a moment behind. */
    async replay(ticketId: string, input: CreateBet): Promise<BetAnswer> {
      for (let look = 0; look < looks; look++) {
        const answer = await fromTicket(ticketId, input)
        if (answer) return answer
        await sleep(lookAgainMs)
      }
      throw outcomeUnknown({ transferId: ticketId })
    },

    clear: () => answers.clear(),

    /** The answer of a ticket that is booked; undefined when there is none. @throws AppError as `find` */
    fromTicket,
  }
}

function isSame(rules: Game, ticket: Ticket, { bets }: CreateBet): boolean {
  const read = readBets(rules, bets)
  const text = (lines: readonly TicketLine[]) => JSON.stringify(lines.map(({ leg, quantity }) => [leg, quantity]))
  return read.ok && text(read.lines) === text(ticket.lines)
}

const reused = () =>
  new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
