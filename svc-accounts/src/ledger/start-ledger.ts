import type { PostingRequest } from '@cascade/contracts/accounts'
import {
  businessDay,
  type Clock,
  createLease,
  type InternalClient,
  type Logger,
  type Metrics,
  transferIdOf,
} from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { sumBranch } from './branch'
import { createBatchCommitter } from './commit/commit-batch'
import { ensureFencingToken } from './commit/fencing-token'
import type { Outcome } from './commit/outcomes'
import { createWriterSession } from './commit/writer-session'
import { movedOf } from './decide/approval-limits'
import type { LedgerResult, QueuedRequest } from './decide/ledger-state'
import { postingHashOf, requestHashOf, transferIdOfPosting, transferIdOfRequest } from './ids'
import { createLedgerMetrics } from './metrics'
import { toBookedResult, toFailedResult } from './posting-results'
import {
  createForwardedRequests,
  createForwarder,
  decodeBatch,
  encodeOutcomes,
  withRemoteConfirm,
} from './queue/forward'
import { startLeaderElection } from './queue/leader'
import { startWatchdog } from './queue/watchdog'
import { createWriterQueue } from './queue/writer-queue'
import { LedgerRejection } from './rejection'
import { readBalancesAt } from './store/balances-at'
import { isPlayRow, leaseMs, leaseName, walletRowOf, walletsOf } from './store/collections'
import type { LedgerFeeds } from './store/feeds'
import { readStatement } from './store/statement'
import { readBooked, readCreditUsed, readOutcome, readPools } from './store/stored-outcomes'
import type {
  ApprovalLimits,
  ChangeResult,
  CloseKeyResult,
  CloseResult,
  Conditional,
  Ledger,
  LedgerRequest,
  PlayResult,
  TransferResult,
  WalletSummary,
} from './types'
import { startVerifier } from './verify/verifier'
import { readConservation } from './verify/verify-feeds'

/** Event sources that a commit has appended to. */
export type ChangedFeeds = { credit: boolean; play: boolean; outbox: boolean }

export type LedgerOptions = {
  client: MongoClient
  db: Db
  /** IANA time zone of the business day. */
  zone: string
  /** Win limit of one admin's game per business day, in hundredths. */
  offeringDayLimit: bigint
  /** Sums of an actor's day that need a second person. */
  approvalLimits: () => Promise<ApprovalLimits>
  /** Stable name of this instance: after a restart it kills the session of its predecessor. */
  writerId: string
  logger: Logger
  feeds: LedgerFeeds
  /** Called after each commit, to notify the publishers. */
  onCommit: (told: ChangedFeeds) => void
  metrics: Pick<Metrics, 'gauge' | 'counter'>
  /** Called when the writer queue stalls, and when it recovers. */
  onStall: (isStalled: boolean) => void
  /** Called when a leader has been stalled for so long that the process must exit and another one take over. */
  onDead: () => void
  /** One instance commits, the others forward to its `url`. */
  instance: { id: string; url: string; call: InternalClient }
  /** Clock synchronised with the database, shared by all writers. */
  clock: Pick<Clock, 'now' | 'read'>
}

const verifyEveryMs = 30_000

/** Starts the ledger of this instance. The collections of `ledgerCollections` must exist. */
export async function startLedger(options: LedgerOptions): Promise<Ledger> {
  const {
    client,
    db,
    zone,
    offeringDayLimit,
    approvalLimits,
    writerId,
    logger,
    onCommit,
    metrics,
    clock,
    feeds,
    instance,
  } = options
  const writer = createWriterSession({ client, db, writerId })
  await writer.current()
  await ensureFencingToken(db)
  /** Reads the database's clock for stakes, which have a deadline, and the cached one otherwise. */
  const batchTime = async (batch: readonly QueuedRequest[]) => (batch.some(hasDeadline) ? clock.read() : clock.now())
  const ledgerMetrics = createLedgerMetrics(metrics)
  const commitHere = createBatchCommitter({
    client,
    db,
    writer,
    zone,
    offeringDayLimit,
    approvalLimits,
    now: batchTime,
    onConflict: ledgerMetrics.conflict,
    onAbandoned: () => logger.error('ledger: batch abandoned, the database did not answer in time'),
    onTokenLost: () => election.loseToken(),
    instanceId: instance.id,
    onCommit: ({ size, booked, outbox }) => {
      ledgerMetrics.committed(size)
      feeds.committed(booked)
      const play = booked.some(isPlayRow)
      onCommit({ play, credit: booked.some(row => !isPlayRow(row)), outbox })
    },
  })
  const forwarded = createForwardedRequests()
  const self = { owner: instance.id, url: instance.url }
  const leaderLease = createLease(db, leaseName, {
    ...self,
    place: writerId,
    now: clock.now,
    leaseMs,
    collection: leaseName,
  })
  const election = await startLeaderElection({ client, db, writer, lease: leaderLease, self, logger })
  const { isLeader } = election
  ledgerMetrics.trackLeadership(isLeader)
  ledgerMetrics.trackTotals(() => readConservation(client, db))
  const commitBatch = createForwarder({ ...instance, commitHere, election, forwarded })
  const queue = createWriterQueue(commitBatch, ledgerMetrics, isLeader)
  const watchdog = startWatchdog({
    queue,
    logger,
    metrics,
    isLeader,
    onStall: options.onStall,
    onDead: async () => {
      await election.resign()
      options.onDead()
    },
  })
  const verifier = startVerifier({
    client,
    db,
    everyMs: verifyEveryMs,
    lease: createLease(db, 'ledger verification', { owner: instance.id, now: clock.now }),
    logger,
    metrics,
  })

  const submit = <R extends LedgerResult>(request: LedgerRequest, condition: Conditional = {}) =>
    queue.submit({ ...toQueuedRequest(request), ...condition }) as Promise<R>

  const bookPosting = (posting: PostingRequest) =>
    submit<PlayResult>({ type: 'play', posting }).then(
      result => toBookedResult(posting, result),
      (error: unknown) => toFailedResult(posting, error, logger),
    )

  async function wallets(walletIds: readonly string[]): Promise<Map<string, WalletSummary>> {
    const rows = await walletsOf(db)
      .find({ _id: { $in: [...walletIds] } }, { batchSize: 1000 })
      .sort({ _id: 1 })
      .toArray()
    return new Map(
      rows.map(({ _id, balance, status, scopeVersion, seq }) => [
        _id,
        { walletId: _id, balance, status, scopeVersion, entries: seq },
      ]),
    )
  }

  return {
    transfer: ({ confirm, ...request }) => submit<TransferResult>({ type: 'transfer', ...request }, { confirm }),
    async change(request) {
      const sum = request.move && (await sumBranch(client, db, request.move))
      return submit<ChangeResult>({ type: 'change', ...request, ...(sum && { sum }) })
    },
    close: request => submit<CloseResult>({ type: 'close', ...request }),
    closeKey: request =>
      submit<CloseKeyResult>({ type: 'closeKey', ...request }).then(
        () => 'booked' as const,
        (error: unknown) => {
          if (error instanceof LedgerRejection && error.verdict === 'refused') return 'refused' as const
          throw error
        },
      ),
    async movedToday(accountId) {
      const day = businessDay(new Date(clock.now()), zone)
      return movedOf((await walletsOf(db).findOne({ _id: accountId })) ?? {}, day)
    },
    async commitForwarded(batch) {
      if (!isLeader()) return null
      const { batch: received, from } = decodeBatch(batch)
      const requests = withRemoteConfirm(instance.call, from, received)
      return encodeOutcomes(
        await Promise.all(requests.map(queued => queue.submit(queued).then(toResultOutcome, toErrorOutcome))),
      )
    },
    findUnconfirmed: ids => forwarded.findUnconfirmed(ids),
    findBooked: (actorId, key, content) => readBooked(db, transferIdOf(actorId, key), requestHashOf(content)),
    outcome: (actorId, transferId) => readOutcome(db, actorId, transferId),
    play: postings => Promise.all(postings.map(bookPosting)),
    pools: offerings => readPools(db, offerings),
    creditFeed: feeds.credit,
    playFeed: feeds.play,
    async openWallets(opened, tx) {
      await walletsOf(db).insertMany(opened.map(walletRowOf), { session: tx })
    },
    wallets,
    creditUsed: adminId => readCreditUsed(db, adminId),
    async balances(walletIds) {
      return new Map([...(await wallets(walletIds))].map(([id, { balance }]) => [id, balance]))
    },
    balancesAt: (walletIds, at) => readBalancesAt(db, walletIds, at),
    statement: (walletId, query) => readStatement(db, walletId, query),
    async conservation() {
      const startedAt = new Date()
      const [sums, verifiedAt] = await Promise.all([readConservation(client, db), verifier.verifiedAt()])
      return { ...sums, checkedAt: verifiedAt ?? startedAt }
    },
    async stop() {
      watchdog.stop()
      await queue.stop()
      await election.stop()
      await verifier.stop()
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

const hasDeadline = ({ request }: QueuedRequest) => request.type === 'play' && request.posting.kind === 'stake'
