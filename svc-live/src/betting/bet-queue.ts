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
import { offeringKey } from '../catalog/offering'
import { bytesOf, firstBatch, type LedgerClient, type Verdict } from '../ledger/client'

type Stake = z.input<typeof StakeRequest>

/** Bets of one game that may wait. More are refused at once, as their players would wait longer than they care to. */
const queuedBetsMax = 2_000
/** Calls to the ledger at the same time: one is committed while the next is gathered. */
const callsMax = 2
/** With those of games that had no bet on its way: their first one does not wait for the answers of others. */
const callsForIdleOfferingMax = 8
const retryDelayMs = 200
/** What lies aside is answered without a call until it has been brought to an end. */
const deadLetterRetryDelayMs = 1_000
/** So long a player waits for an answer; the outcome is found out all the same. */
const answerTimeoutMs = 5_000

/** `hadUnknownOutcome`: an earlier call with it got none, so that what the ledger calls a repetition may be this bet itself. */
export type BookedBet = { result: Verdict; hadUnknownOutcome: boolean }
type QueuedBet = Caller & {
  request: Stake
  bytes: number
  hadUnknownOutcome: boolean
  resolve: (bet: BookedBet) => void
}
/** The bets of one game below one admin; the game that has waited longest for its turn comes first. */
type OfferingQueue = { key: string; waiting: QueuedBet[]; inFlight: number }

export type BetQueue = ReturnType<typeof createBetQueue>

/** Brings bets to the ledger, those of a moment together, and each until its outcome is known. */
export function createBetQueue(
  ledger: Pick<LedgerClient, 'post'>,
  logger: Logger,
): Background & {
  book: (request: Stake) => Promise<BookedBet>
  withTimeout: <T extends object>(ticketId: string, outcome: Promise<T>) => Promise<T>
  depth: () => number
  idle: () => Promise<void>
} {
  const queues = new Map<string, OfferingQueue>()
  const stopping = new AbortController()
  let calls = 0
  let pending = 0

  function queueFor({ request }: Pick<QueuedBet, 'request'>): OfferingQueue {
    const key = offeringKey(request)
    const queue = queues.get(key) ?? { key, waiting: [], inFlight: 0 }
    queues.set(key, queue)
    return queue
  }

  function dispatch() {
    for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) {
      calls += 1
      void send(batch).finally(() => {
        calls -= 1
        for (const bet of batch) end(queueFor(bet))
        dispatch()
      })
    }
  }

  function end(queue: OfferingQueue) {
    queue.inFlight -= 1
    if (queue.inFlight === 0 && queue.waiting.length === 0) queues.delete(queue.key)
  }

  function takeBatch(): QueuedBet[] {
    const batch = firstBatch(roundRobin(), ({ bytes }) => bytes)
    for (const bet of batch) {
      const queue = queueFor(bet)
      queue.waiting.shift()
      queue.inFlight += 1
      queues.delete(queue.key)
      queues.set(queue.key, queue)
    }
    return batch
  }

  /** What may go now, of each game one bet by turns: none waits behind all that is bet on another. */
  function roundRobin(): QueuedBet[] {
    const ready = [...queues.values()].filter(
      ({ inFlight }) => calls < (inFlight > 0 ? callsMax : callsForIdleOfferingMax),
    )
    const bets: QueuedBet[] = []
    for (let turn = 0; bets.length < postingLimit; turn++) {
      const next = ready.flatMap(({ waiting }) => waiting[turn] ?? [])
      if (next.length === 0) break
      bets.push(...next)
    }
    return bets
  }

  async function send(batch: QueuedBet[]): Promise<void> {
    const post = () => ledger.post(batch.map(({ request }) => request))
    const results = await traced('bets of a moment', () => batch, post, { attributes: { bets: batch.length } })
    const unresolved: QueuedBet[] = []
    for (const [index, result] of results.entries()) {
      const each = batch[index]
      if (!each) continue
      if (result.outcome === 'unknown') unresolved.push({ ...each, hadUnknownOutcome: true })
      else if (result.outcome === 'parked') void retryParked({ ...each, hadUnknownOutcome: true })
      else each.resolve({ result, hadUnknownOutcome: each.hadUnknownOutcome })
    }
    if (unresolved.length === 0) return
    logger.warn({ count: unresolved.length }, 'bets whose outcome is not known yet')
    await sleep(retryDelayMs, stopping.signal)
    // Before everything that came later: their players have waited longest.
    if (stopping.signal.aborted) return
    for (const bet of unresolved.reverse()) queueFor(bet).waiting.unshift(bet)
  }

  /** Without keeping a place among the calls: the bets of others go on. */
  async function retryParked(bet: QueuedBet) {
    await sleep(deadLetterRetryDelayMs, stopping.signal)
    if (stopping.signal.aborted) return
    queueFor(bet).waiting.push(bet)
    dispatch()
  }

  return {
    /** Rejects with TOO_MANY_REQUESTS when too many wait already; nothing was done then. */
    async book(request) {
      const queue = queueFor({ request })
      if (queue.waiting.length >= queuedBetsMax || stopping.signal.aborted) throw tooMany()
      pending += 1
      const outcome = new Promise<BookedBet>(resolve =>
        queue.waiting.push({
          request,
          ...callerOf(request),
          bytes: bytesOf(request),
          hadUnknownOutcome: false,
          resolve,
        }),
      )
      queueMicrotask(dispatch)
      return outcome.finally(() => {
        pending -= 1
      })
    },

    /** @throws AppError OUTCOME_UNKNOWN when it takes too long to learn the outcome. */
    async withTimeout(ticketId, outcome) {
      const withTimeout = await within(outcome, answerTimeoutMs, undefined)
      if (withTimeout === undefined) throw outcomeUnknown({ transferId: ticketId, reason: 'TIMED_OUT' })
      return withTimeout
    },

    depth: () => pending,

    /** Settles when no bet is under way. */
    async idle() {
      while (pending > 0 && !stopping.signal.aborted) await sleep(20, stopping.signal)
    },

    async stop() {
      stopping.abort()
    },
  }
}

const callerOf = ({ correlationId }: Stake): Caller => ({ traceparent: traceparent(), requestId: correlationId })
