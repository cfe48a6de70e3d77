import { type Clock, createLease, type InternalClient, type Logger, type Metrics } from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { createCommitter } from './commit/committer'
import { ensureFencingToken } from './commit/fencing-token'
import type { Outcome } from './commit/outcomes'
import { createWriterSession } from './commit/writer-session'
import type { LedgerResult, QueuedRequest } from './decide/ledger-state'
import { postingHashOf, requestHashOf, transferIdOfPosting, transferIdOfRequest } from './ids'
import { createLedgerMetrics } from './metrics'
import { decodeBatch, encodeOutcomes } from './queue/forwarded-batch'
import { startLeaderElection } from './queue/leader'
import { startWatchdog } from './queue/watchdog'
import { createWriterQueue } from './queue/writer-queue'
import type { LedgerRejection } from './rejection'
import { isPlayRow, leaseMs, leaseName } from './store/collections'
import type { LedgerFeeds } from './store/feeds'
import type { ApprovalLimits, LedgerRequest } from './types'
import { readConservation } from './verify/verify-feeds'

/** Event sources that a commit has appended to. */
export type ChangedFeeds = { credit: boolean; play: boolean; outbox: boolean }

export type WriterOptions = {
  client: MongoClient
  db: Db
  /** IANA time zone of the business day. */
  zone: string
  /** Win limit of one offering per business day, in hundredths. */
  offeringDayLimit: bigint
  /** Sums of an actor's day that need a second person. */
  approvalLimits: () => Promise<ApprovalLimits>
  /** Stable name of this instance: after a restart it kills the session of its predecessor. */
  writerId: string
  logger: Logger
  feeds: LedgerFeeds
  /** Called after each commit, to notify the publishers. */
  onCommit: (changedFeeds: ChangedFeeds) => void
  metrics: Pick<Metrics, 'gauge' | 'counter'>
  /** Called when a limit of an account has rejected a request. */
  onLimit?: (rejection: LedgerRejection) => void
  /** Called when the writer queue stalls, and when it recovers. */
  onStall: (isStalled: boolean) => void
  /** Called when a leader has been stalled for so long that the process must exit and another one take over. */
  onDead: () => void
  /** One instance commits, the others forward to its `url`. */
  instance: { id: string; url: string; call: InternalClient }
  /** Clock synchronised with the database, shared by all writers. */
  clock: Pick<Clock, 'now' | 'read'>
}

/**
 * Starts the way of all requests: `createWriterQueue` collects them in batches, `commitAtLeader` finds the instance that
 * commits, `commitBatch` repeats `attemptCommit`, which reads, decides (`decideBatch`) and writes in one transaction.
 */
export async function startWriter(options: WriterOptions) {
  const { client, db, zone, offeringDayLimit, approvalLimits, writerId, logger, feeds, clock, instance } = options
  const { call } = instance
  const writer = createWriterSession({ client, db, writerId })
  await writer.current()
  await ensureFencingToken(db)
  const metrics = createLedgerMetrics(options.metrics)
  const self = { owner: instance.id, url: instance.url }
  const lease = createLease(db, leaseName, {
    ...{ ...self, place: writerId, now: clock.now },
    ...{ leaseMs, collection: leaseName },
  })
  const election = await startLeaderElection({ client, db, writer, lease, self, logger })
  const committer = createCommitter({
    ...{ client, db, writer, instanceId: instance.id, zone, offeringDayLimit, approvalLimits, clock },
    onConflict: metrics.conflict,
    onAbandoned: () => logger.error('ledger: batch abandoned, the database did not answer in time'),
    onTokenLost: election.loseToken,
    onCommit({ size, booked, outbox }) {
      metrics.committed(size)
      feeds.committed(booked)
      options.onCommit({ play: booked.some(isPlayRow), credit: booked.some(row => !isPlayRow(row)), outbox })
    },
  })
  const { isLeader } = election
  metrics.trackLeadership(isLeader)
  metrics.trackTotals(() => readConservation(client, db))
  const queue = createWriterQueue({ committer, election, call }, metrics)
  const watchdog = startWatchdog({
    ...{ queue, logger, metrics: options.metrics, isLeader, onStall: options.onStall },
    async onDead() {
      await election.resign()
      options.onDead()
    },
  })
  return {
    submit: <R extends LedgerResult>(request: LedgerRequest) => queue.submit(toQueuedRequest(request)) as Promise<R>,
    /** @returns null if this instance is not the leader */
    async commitForwarded(batch: string): Promise<string | null> {
      if (!isLeader()) return null
      const answers = decodeBatch(batch).map(queued => queue.submit(queued).then(toResultOutcome, toErrorOutcome))
      return encodeOutcomes(await Promise.all(answers))
    },
    /** Answers all queued requests, then releases the lease. */
    async stop() {
      watchdog.stop()
      await queue.stop()
      await election.stop()
      await writer.end()
    },
  }
}

const toResultOutcome = (result: LedgerResult): Outcome => ({ result })
const toErrorOutcome = (error: unknown): Outcome => ({ error })

function toQueuedRequest(request: LedgerRequest): QueuedRequest {
  if (request.type === 'change') return { request, id: uuidv7(), hash: '' }
  if (request.type === 'play') {
    return { request, id: transferIdOfPosting(request.posting), hash: postingHashOf(request.posting) }
  }
  return { request, id: transferIdOfRequest(request), hash: request.type === 'transfer' ? requestHashOf(request) : '' }
}
