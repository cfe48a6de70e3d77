import { postingLimit, type StakeRequest } from '@cascade/contracts/accounts'
import {
  type Background,
  type Caller,
  type Logger,
  outcomeUnknown,
  sleep,
  tooMany,
  traced,
  traceparent,
  within,
} from '@cascade/service-kit'
import type { z } from 'zod'
import { pairKey } from '../catalog/offering'
import { bytesOf, firstBatch, type LedgerClient, type Verdict } from '../ledger/client'

type Stake = z.input<typeof StakeRequest>

/** Bets of one game that may wait. More are refused at once, as their players would wait longer than they care to. */
const mostWaiting = 2_000
/** Calls to the ledger at the same time: one is committed while the next is gathered. */
const mostCalls = 2
/** With those of games that had no bet on its way: their first one does not wait for the answers of others. */
const mostCallsTogether = 8
const againAfterMs = 200
/** What lies aside is answered without a call until it has been brought to an end. */
const asideAgainAfterMs = 1_000
/** So long a player waits for an answer; the outcome is found out all the same. */
const patienceMs = 5_000

/** `hadNoAnswer`: an earlier call with it got none, so that what the ledger calls a repetition may be this bet itself. */
export type BookedBet = { result: Verdict; hadNoAnswer: boolean }
type Waiting = Caller & { request: Stake; bytes: number; hadNoAnswer: boolean; settle: (bet: BookedBet) => void }
/** The bets of one game below one admin; the game that has waited longest for its turn comes first. */
type Lane = { pair: string; waiting: Waiting[]; onTheirWay: number }

export type BetQueue = ReturnType<typeof createBetQueue>

/** Brings bets to the ledger, those of a moment together, and each until its outcome is known. */
export function createBetQueue(
  ledger: Pick<LedgerClient, 'post'>,
  logger: Logger,
): Background & {
  book: (request: Stake) => Promise<BookedBet>
  answer: <T extends object>(ticketId: string, outcome: Promise<T>) => Promise<T>
  depth: () => number
  idle: () => Promise<void>
} {
  const lanes = new Map<string, Lane>()
  const stopping = new AbortController()
  let calls = 0
  let underWay = 0

  function laneOf({ request }: Pick<Waiting, 'request'>): Lane {
    const pair = pairKey(request)
    const lane = lanes.get(pair) ?? { pair, waiting: [], onTheirWay: 0 }
    lanes.set(pair, lane)
    return lane
  }

  function pump() {
    for (let batch = take(); batch.length > 0; batch = take()) {
      calls += 1
      void send(batch).finally(() => {
        calls -= 1
        for (const bet of batch) end(laneOf(bet))
        pump()
      })
    }
  }

  function end(lane: Lane) {
    lane.onTheirWay -= 1
    if (lane.onTheirWay === 0 && lane.waiting.length === 0) lanes.delete(lane.pair)
  }

  function take(): Waiting[] {
    const batch = firstBatch(byTurns(), ({ bytes }) => bytes)
    for (const bet of batch) {
      const lane = laneOf(bet)
      lane.waiting.shift()
      lane.onTheirWay += 1
      lanes.delete(lane.pair)
      lanes.set(lane.pair, lane)
    }
    return batch
  }

  /** What may go now, of each game one bet by turns: none waits behind all that is bet on another. */
  function byTurns(): Waiting[] {
    const ready = [...lanes.values()].filter(
      ({ onTheirWay }) => calls < (onTheirWay > 0 ? mostCalls : mostCallsTogether),
    )
    const bets: Waiting[] = []
    for (let turn = 0; bets.length < postingLimit; turn++) {
      const next = ready.flatMap(({ waiting }) => waiting[turn] ?? [])
      if (next.length === 0) break
      bets.push(...next)
    }
    return bets
  }

  async function send(batch: Waiting[]): Promise<void> {
    const post = () => ledger.post(batch.map(({ request }) => request))
    const results = await traced('bets of a moment', () => batch, post, { attributes: { bets: batch.length } })
    const open: Waiting[] = []
    for (const [index, result] of results.entries()) {
      const each = batch[index]
      if (!each) continue
      if (result.outcome === 'unknown') open.push({ ...each, hadNoAnswer: true })
      else if (result.outcome === 'aside') void waitAside({ ...each, hadNoAnswer: true })
      else each.settle({ result, hadNoAnswer: each.hadNoAnswer })
    }
    if (open.length === 0) return
    logger.warn({ count: open.length }, 'bets whose outcome is not known yet')
    await sleep(againAfterMs, stopping.signal)
    // Before everything that came later: their players have waited longest.
    if (stopping.signal.aborted) return
    for (const bet of open.reverse()) laneOf(bet).waiting.unshift(bet)
  }

  /** Without keeping a place among the calls: the bets of others go on. */
  async function waitAside(bet: Waiting) {
    await sleep(asideAgainAfterMs, stopping.signal)
    if (stopping.signal.aborted) return
    laneOf(bet).waiting.push(bet)
    pump()
  }

  return {
    /** Rejects with TOO_MANY_REQUESTS when too many wait already; nothing was done then. */
    async book(request) {
      const lane = laneOf({ request })
      if (lane.waiting.length >= mostWaiting || stopping.signal.aborted) throw tooMany()
      underWay += 1
      const outcome = new Promise<BookedBet>(resolve =>
        lane.waiting.push({
          request,
          ...callerOf(request),
          bytes: bytesOf(request),
          hadNoAnswer: false,
          settle: resolve,
        }),
      )
      queueMicrotask(pump)
      return outcome.finally(() => {
        underWay -= 1
      })
    },

    /** @throws AppError OUTCOME_UNKNOWN when it takes too long to learn the outcome. */
    async answer(ticketId, outcome) {
      const answer = await within(outcome, patienceMs, undefined)
      if (answer === undefined) throw outcomeUnknown({ transferId: ticketId, reason: 'TIMED_OUT' })
      return answer
    },

    depth: () => underWay,

    /** Settles when no bet is under way. */
    async idle() {
      while (underWay > 0 && !stopping.signal.aborted) await sleep(20, stopping.signal)
    },

    async stop() {
      stopping.abort()
    },
  }
}

const callerOf = ({ correlationId }: Stake): Caller => ({ traceparent: traceparent(), requestId: correlationId })
