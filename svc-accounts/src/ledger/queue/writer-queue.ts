import { type Caller, traced, traceparent } from '@cascade/service-kit'
import type { LedgerResult, QueuedRequest } from '../decide/ledger-state'
import type { LedgerMetrics } from '../metrics'
import { LedgerRejection } from '../rejection'
import { commitAtLeader, type LeaderAccess } from './commit-at-leader'

type Waiting = {
  queued: QueuedRequest
  since: number
  /** This instance was the leader when the request arrived. */
  arrivedAtLeader: boolean
  traceparent: string | undefined
  resolve: (result: LedgerResult) => void
  reject: (e: unknown) => void
}

const batchSizeMax = 128
const waitMsMax = 1_000
const newestWeight = 0.3
const answerTimeoutMs = 3_000
const sweepEveryMs = 250

/**
 * FIFO queue in front of the commit. Requests that arrive while a transaction is in flight share the next one (at most
 * 128). One full batch can always wait; beyond that, a request whose expected wait exceeds one second is rejected.
 * Every request is answered within three seconds, if necessary with `TIMED_OUT` or `NOT_BOOKED`.
 */
export function createWriterQueue(
  leader: LeaderAccess,
  metrics?: Pick<LedgerMetrics, 'trackQueue' | 'rejected'>,
  commit = commitAtLeader,
) {
  const { isLeader } = leader.election
  let queue: Waiting[] = []
  let inFlight: Waiting[] = []
  let batchSince: number | undefined
  let averageBatchMs = 0
  let running: Promise<void> | undefined
  let stopped = false
  const sweeper = setInterval(sweep, sweepEveryMs)
  sweeper.unref()
  metrics?.trackQueue(() => queue.length)

  function submit(queued: QueuedRequest): Promise<LedgerResult> {
    const now = performance.now()
    if (stopped) return Promise.reject(new LedgerRejection('STOPPED'))
    if (queue.length >= batchSizeMax && expectedWaitMs() > waitMsMax) {
      const head = queue[0]
      // If the queue waits for another leader, that leader is the cause and not the load.
      const reason = isLeader() && head?.arrivedAtLeader !== false ? 'OVERLOADED' : 'NOT_BOOKED'
      metrics?.rejected(reason)
      return Promise.reject(new LedgerRejection(reason))
    }
    const answer = new Promise<LedgerResult>((resolve, reject) => {
      const arrival = { since: now, arrivedAtLeader: isLeader(), traceparent: traceparent() }
      queue.push({ queued, ...arrival, resolve, reject: rejecting(reject) })
    })
    running ??= run()
    return answer
  }

  function expectedWaitMs(): number {
    const batchesAhead = Number(batchSince !== undefined) + Math.floor(queue.length / batchSizeMax)
    return batchesAhead * Math.max(averageBatchMs, ageOf(batchSince))
  }

  const rejecting = (reject: Waiting['reject']) => (error: unknown) => {
    if (error instanceof LedgerRejection) metrics?.rejected(error.reason)
    reject(error)
  }

  async function run() {
    // Requests of the same event-loop turn share the first transaction.
    await Promise.resolve()
    while (queue.length > 0) {
      inFlight = queue.slice(0, batchSizeMax)
      queue = queue.slice(batchSizeMax)
      batchSince = performance.now()
      await runBatch(inFlight)
      averageBatchMs += newestWeight * (ageOf(batchSince) - averageBatchMs)
    }
    inFlight = []
    batchSince = undefined
    running = undefined
  }

  async function runBatch(batch: readonly Waiting[]) {
    try {
      const outcomes = await traced(
        'ledger batch',
        () => batch.map(callerOf),
        () =>
          commit(
            leader,
            batch.map(({ queued }) => queued),
          ),
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

  /** Times out late requests. The outcome of a batch in flight is unknown here; a retry with the same key returns it. */
  function sweep() {
    const expiredBefore = performance.now() - answerTimeoutMs
    if ((inFlight[0]?.since ?? expiredBefore) < expiredBefore) {
      for (const { since, queued, reject } of inFlight) {
        if (since < expiredBefore) reject(new LedgerRejection('TIMED_OUT', { transferId: queued.id }))
      }
    }
    if ((queue[0]?.since ?? expiredBefore) < expiredBefore) {
      for (const waiting of queue) if (waiting.since < expiredBefore) waiting.reject(new LedgerRejection('NOT_BOOKED'))
      queue = queue.filter(waiting => waiting.since >= expiredBefore)
    }
  }

  return {
    submit,
    headMs: () => ageOf(queue[0]?.since),
    batchMs: () => ageOf(batchSince),
    async stop() {
      stopped = true
      await running
      clearInterval(sweeper)
    },
  }
}

export type WriterQueue = ReturnType<typeof createWriterQueue>

const ageOf = (since: number | undefined) => (since === undefined ? 0 : performance.now() - since)

function callerOf({ traceparent, queued: { request } }: Waiting): Caller {
  const { correlationId = '' } = request.type === 'play' ? request.posting : 'correlationId' in request ? request : {}
  return { traceparent, requestId: correlationId }
}
