import { type Caller, traced, traceparent } from '@cascade/service-kit'
import { type LedgerMetrics, LedgerRefusal } from '../answers'
import type { Settle } from '../commit/commit-batch'
import type { Accepted, LedgerResult } from '../decide/ledger-state'

type Waiting = {
  accepted: Accepted
  since: number
  /** This instance wrote already when it came. */
  cameToWriter: boolean
  traceparent: string | undefined
  resolve: (result: LedgerResult) => void
  reject: (e: unknown) => void
}

const largestBatch = 128
/** A request that would wait longer is rejected at once. */
const waitLimitMs = 1_000
/** Weight of the newest batch in the average. */
const newestShare = 0.3
const answerWithinMs = 3_000
const sweepMs = 250

/**
 * One queue, settled in order: while a transaction is in flight, requests gather; the next one settles all of them, 128
 * at most. It is bounded by time: it takes what the next batch has room for, and beyond that no request that would wait
 * for more than a second, by what batches take now.
 * A request is answered within three seconds, by `TIMED_OUT` or `NOT_BOOKED` if it must be.
 */
export function createWriterQueue(
  settle: Settle,
  shown?: Pick<LedgerMetrics, 'waiting' | 'refused'>,
  writesHere: () => boolean = () => true,
) {
  let queue: Waiting[] = []
  let inFlight: Waiting[] = []
  let batchSince: number | undefined
  let averageBatchMs = 0
  let running: Promise<void> | undefined
  let stopped = false
  const sweeper = setInterval(sweep, sweepMs)
  sweeper.unref()
  shown?.waiting(() => queue.length)

  function submit(accepted: Accepted): Promise<LedgerResult> {
    const now = performance.now()
    if (stopped) return Promise.reject(new LedgerRefusal('STOPPED'))
    if (queue.length >= largestBatch && expectedWaitMs() > waitLimitMs) {
      const head = queue[0]
      // Where another instance writes, or did when the head came, it is that one which did not answer: no fault of
      // whoever asks.
      const reason = writesHere() && head?.cameToWriter !== false ? 'OVERLOADED' : 'NOT_BOOKED'
      shown?.refused(reason)
      return Promise.reject(new LedgerRefusal(reason))
    }
    const answer = new Promise<LedgerResult>((resolve, reject) => {
      const came = { since: now, cameToWriter: writesHere(), traceparent: traceparent() }
      queue.push({ accepted, ...came, resolve, reject: refuse(reject) })
    })
    running ??= run()
    return answer
  }

  /** How long a request that comes now would wait for its batch to begin. */
  function expectedWaitMs(): number {
    const batchesAhead = Number(batchSince !== undefined) + Math.floor(queue.length / largestBatch)
    return batchesAhead * Math.max(averageBatchMs, ageOf(batchSince))
  }

  const refuse = (reject: Waiting['reject']) => (error: unknown) => {
    if (error instanceof LedgerRefusal) shown?.refused(error.reason)
    reject(error)
  }

  async function run() {
    // Requests of the same turn of the event loop share the first transaction.
    await Promise.resolve()
    while (queue.length > 0) {
      inFlight = queue.slice(0, largestBatch)
      queue = queue.slice(largestBatch)
      batchSince = performance.now()
      await settleBatch(inFlight)
      averageBatchMs += newestShare * (ageOf(batchSince) - averageBatchMs)
    }
    inFlight = []
    batchSince = undefined
    running = undefined
  }

  async function settleBatch(batch: readonly Waiting[]) {
    try {
      const outcomes = await traced(
        'ledger batch',
        () => batch.map(callerOf),
        () => settle(batch.map(({ accepted }) => accepted)),
        { attributes: { requests: batch.length } },
      )
      batch.forEach((waiting, index) => {
        const outcome = outcomes[index]
        if (outcome && 'result' in outcome) waiting.resolve(outcome.result)
        else waiting.reject(outcome?.error)
      })
    } catch (error) {
      for (const waiting of batch) waiting.reject(error)
    }
  }

  /** The outcome of a late batch in flight is not known here: a retry with the same key returns it. */
  function sweep() {
    const late = performance.now() - answerWithinMs
    if ((inFlight[0]?.since ?? late) < late) {
      for (const { since, accepted, reject } of inFlight) {
        if (since < late) reject(new LedgerRefusal('TIMED_OUT', { transferId: accepted.id }))
      }
    }
    if ((queue[0]?.since ?? late) < late) {
      for (const waiting of queue) if (waiting.since < late) waiting.reject(new LedgerRefusal('NOT_BOOKED'))
      queue = queue.filter(waiting => waiting.since >= late)
    }
  }

  return {
    submit,
    /** How long the first request in the queue has waited, in ms. */
    headMs: () => ageOf(queue[0]?.since),
    /** How long the batch in flight has taken, in ms. */
    batchMs: () => ageOf(batchSince),
    /** Refuses what comes now and ends when everything accepted is answered. */
    async stop() {
      stopped = true
      await running
      clearInterval(sweeper)
    },
  }
}

export type WriterQueue = ReturnType<typeof createWriterQueue>

const ageOf = (since: number | undefined) => (since === undefined ? 0 : performance.now() - since)

function callerOf({ traceparent, accepted: { request } }: Waiting): Caller {
  const { correlationId = '' } = request.type === 'play' ? request.posting : 'correlationId' in request ? request : {}
  return { traceparent, requestId: correlationId }
}
