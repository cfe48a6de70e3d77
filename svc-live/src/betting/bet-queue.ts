import { postingsPerCallMax, type StakeRequest } from '@cascade/contracts/accounts'
import {
  type Background,
  type Caller,
  type Logger,
  outcomeUnknown,
  sleep,
  tooMany,
  traced,
  traceparent,
  withTimeout,
} from '@cascade/service-kit'
import type { z } from 'zod'
import { offeringKey } from '../catalog/offering'
import { bytesOf, firstBatch, type LedgerClient, type Verdict } from '../ledger/client'

type Stake = z.input<typeof StakeRequest>

/** Load shedding: bets queued per offering. Beyond it, players would wait longer than they care to. */
const queuedBetsMax = 2_000
/** Concurrent ledger calls: one commits while the next batch gathers. */
const callsMax = 2
/** Higher limit for offerings without a bet in flight, so that their first bet does not wait for the others. */
const callsForIdleOfferingMax = 8
const retryDelayMs = 200
/** A dead letter is answered without a call until it is resolved. */
const deadLetterRetryDelayMs = 1_000
/** How long the player waits for a response. The queue keeps asking for the outcome afterwards. */
const answerTimeoutMs = 5_000

/** `hadUnknownOutcome`: an earlier call for this bet got no answer, so a "replayed" reply may be this bet itself. */
export type BookedBet = { result: Verdict; hadUnknownOutcome: boolean }
type QueuedBet = Caller & {
  request: Stake
  bytes: number
  hadUnknownOutcome: boolean
  resolve: (bet: BookedBet) => void
}
/** Bets of one offering. Queues are served round-robin. */
type OfferingQueue = { key: string; waiting: QueuedBet[]; inFlight: number }

export type BetQueue = ReturnType<typeof createBetQueue>

/** Sends bets to the ledger in batches, and retries each until its outcome is known. */
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

  /** The next batch: one bet of each offering in turn, so that a busy offering does not starve the others. */
  function roundRobin(): QueuedBet[] {
    const ready = [...queues.values()].filter(
      ({ inFlight }) => calls < (inFlight > 0 ? callsMax : callsForIdleOfferingMax),
    )
    const bets: QueuedBet[] = []
    for (let turn = 0; bets.length < postingsPerCallMax; turn++) {
      const next = ready.flatMap(({ waiting }) => waiting[turn] ?? [])
      if (next.length === 0) break
      bets.push(...next)
    }
    return bets
  }

  async function send(batch: QueuedBet[]): Promise<void> {
    const post = () => ledger.post(batch.map(({ request }) => request))
    const results = await traced('bet batch', () => batch, post, { attributes: { bets: batch.length } })
    const unresolved: QueuedBet[] = []
    for (const [index, result] of results.entries()) {
      const each = batch[index]
      if (!each) continue
      if (result.outcome === 'unknown') unresolved.push({ ...each, hadUnknownOutcome: true })
      else if (result.outcome === 'parked') void retryParked({ ...each, hadUnknownOutcome: true })
      else each.resolve({ result, hadUnknownOutcome: each.hadUnknownOutcome })
    }
    if (unresolved.length === 0) return
    logger.warn({ count: unresolved.length }, 'bets with an unknown outcome, retrying')
    await sleep(retryDelayMs, stopping.signal)
    // Retried bets go first: their players have waited longest.
    if (stopping.signal.aborted) return
    for (const bet of unresolved.reverse()) queueFor(bet).waiting.unshift(bet)
  }

  /** Waits outside the queue, so that other bets go on. */
  async function retryParked(bet: QueuedBet) {
    await sleep(deadLetterRetryDelayMs, stopping.signal)
    if (stopping.signal.aborted) return
    queueFor(bet).waiting.push(bet)
    dispatch()
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS when the offering's queue is full; nothing was done */
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

    /** @throws AppError OUTCOME_UNKNOWN when the outcome takes longer than `answerTimeoutMs` */
    async withTimeout(ticketId, outcome) {
      const answer = await withTimeout(outcome, answerTimeoutMs, undefined)
      if (answer === undefined) throw outcomeUnknown({ transferId: ticketId, reason: 'TIMED_OUT' })
      return answer
    },

    depth: () => pending,

    async idle() {
      while (pending > 0 && !stopping.signal.aborted) await sleep(20, stopping.signal)
    },

    async stop() {
      stopping.abort()
    },
  }
}

const callerOf = ({ correlationId }: Stake): Caller => ({ traceparent: traceparent(), requestId: correlationId })
