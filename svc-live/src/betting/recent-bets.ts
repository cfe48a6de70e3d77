import { toPoints } from '@cascade/contracts'
import { type CreateBet, parseDrawId } from '@cascade/contracts/live'
import { type Game, parseBets, type TicketLine } from '@cascade/draw-rules'
import { AppError, outcomeUnknown, sleep } from '@cascade/service-kit'
import type { BaseDeps } from '../base-deps'
import { bookedStake, type Ticket } from '../records/ticket'
import type { BetAnswer } from './read-bet'

/** Longer than the projection lags behind the ledger's commit. */
const retentionMs = 30_000
const answersMax = 20_000
const pollEveryMs = 100
/** Far longer than the player waits: until then the draw must not count as one without bets. */
const replayTimeoutMs = 60_000

export type RecentBets = ReturnType<typeof createRecentBets>

type KeyedBet = { inputJson: string; answer: Promise<BetAnswer> }

/**
 * Responses to keyed bets, so that a repeated call gets the first response: from memory while the ticket is in flight,
 * later from the ticket itself. A rejection counts too: the player considers the bet over, so a delayed copy of the
 * call must not book it.
 */
export function createRecentBets(deps: BaseDeps) {
  const inProgress = new Map<string, KeyedBet>()
  const answers = new Map<string, KeyedBet & { untilMs: number }>()

  async function fromTicket(ticketId: string, input: CreateBet): Promise<BetAnswer | undefined> {
    const ticket = await deps.tickets.find(ticketId)
    if (!ticket) return undefined
    const rules = await deps.catalog.rules(ticket.gameId, ticket.gameVersion)
    if (ticket.gameId !== input.gameId || !isSame(rules, ticket, input)) throw keyReused()
    const drawAtMs = parseDrawId(ticket.drawId)?.drawAtMs ?? 0
    const lockAtMs = drawAtMs - rules.description.draw.lockSeconds * 1000
    const keyId = (await deps.draws.find(ticket.drawId))?.seedKeyId ?? deps.seeds.keyIdAt(drawAtMs)
    return {
      ticketId,
      gameId: ticket.gameId,
      drawId: ticket.drawId,
      stake: toPoints(bookedStake(ticket)),
      balance: toPoints(ticket.balanceAfter),
      commitment: deps.seeds.commitment(ticket.drawId, keyId),
      replayed: true,
      drawAt: new Date(drawAtMs).toISOString(),
      lockAt: new Date(lockAtMs).toISOString(),
    }
  }

  function storeAnswer(ticketId: string, bet: KeyedBet) {
    const nowMs = performance.now()
    answers.set(ticketId, { ...bet, untilMs: nowMs + retentionMs })
    for (const [oldest, { untilMs }] of answers) {
      if (answers.size <= answersMax && untilMs > nowMs) break
      answers.delete(oldest)
    }
  }

  return {
    /** @throws AppError UNPROCESSABLE when the key belongs to another bet */
    find(ticketId: string, input: CreateBet): Promise<BetAnswer> | undefined {
      const bet = inProgress.get(ticketId) ?? answers.get(ticketId)
      if (!bet) return undefined
      if (bet.inputJson !== JSON.stringify(input)) throw keyReused()
      return bet.answer.then(answer => ({ ...answer, replayed: true }))
    },

    /** Stores only final responses. After any other, the repeated call is processed again. */
    track(ticketId: string, input: CreateBet, answer: Promise<BetAnswer>) {
      const bet = { inputJson: JSON.stringify(input), answer }
      inProgress.set(ticketId, bet)
      const end = (isVerdict: boolean) => {
        if (inProgress.get(ticketId) !== bet) return
        inProgress.delete(ticketId)
        if (isVerdict) storeAnswer(ticketId, bet)
      }
      answer.then(
        () => end(true),
        error => end(isFinalRejection(error)),
      )
    },

    /** Reads a ticket that the ledger had booked before. The projection may lag behind. */
    async replay(ticketId: string, input: CreateBet): Promise<BetAnswer> {
      const lastMs = performance.now() + replayTimeoutMs
      while (performance.now() < lastMs) {
        // The bet is booked: a database outage must not turn it into a call that did nothing.
        const answer = await fromTicket(ticketId, input).catch((error: unknown) => {
          if (error instanceof AppError) throw error
        })
        if (answer) return answer
        await sleep(pollEveryMs)
      }
      throw outcomeUnknown({ transferId: ticketId })
    },

    clear() {
      inProgress.clear()
      answers.clear()
    },

    /** The response of a booked ticket, or undefined. @throws AppError as `find` */
    fromTicket,
  }
}

function isSame(rules: Game, ticket: Ticket, { bets }: CreateBet): boolean {
  const read = parseBets(rules, bets)
  const text = (lines: readonly TicketLine[]) => JSON.stringify(lines.map(({ leg, quantity }) => [leg, quantity]))
  return read.ok && text(read.lines) === text(ticket.lines)
}

const keyReused = () =>
  new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })

/** After these the key can be used again. */
const repeatableReasons: readonly (string | undefined)[] = ['INSUFFICIENT', 'STAKE_LIMIT', 'LOSS_LIMIT', 'PAUSED']

/** Not UNPROCESSABLE: the key keeps the response of its own bet. */
const isFinalRejection = (error: unknown) =>
  error instanceof AppError &&
  !repeatableReasons.includes(error.reason) &&
  !['UNAVAILABLE', 'OUTCOME_UNKNOWN', 'TOO_MANY_REQUESTS', 'UNPROCESSABLE'].includes(error.code)
