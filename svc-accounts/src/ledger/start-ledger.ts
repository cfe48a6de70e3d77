import type { PostingRequest } from '@cascade/contracts/accounts'
import {
  createLease,
  type DatabaseClock,
  databaseNow,
  type InternalClient,
  type Logger,
  type Metrics,
  startDatabaseClock,
  transferIdOf,
} from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import { bookedOutcome, createLedgerMetrics, failedOutcome } from './answers'
import type { Accepted, LedgerResult } from './decide/ledger-state'
import { idOfPosting, idOfRequest, postingHashOf, requestHashOf } from './ids'
import { type Lead, startLead } from './lead/lead'
import {
  confirmedBy,
  createHandedOver,
  createSettleAnywhere,
  decodeBatch,
  encodeOutcomes,
  type HandedOver,
} from './lead/settle-anywhere'
import { createWriterQueue } from './queue/writer-queue'
import { ensureFence } from './settle/fence'
import { createSettle, type Outcome, type Settle } from './settle/settle'
import { createWriterSession, type WriterSession } from './settle/writer-session'
import { readBalancesAt } from './store/balances-at'
import { isPlayRow, leaseMs, leaseName, walletRowOf, walletsOf } from './store/collections'
import { createLedgerFeeds, type LedgerFeeds } from './store/feeds'
import { readBooked, readCreditUsed, readOutcome, readPools } from './store/outcomes'
import { readStatement } from './store/statement'
import type {
  ChangeResult,
  CloseResult,
  Conditional,
  Ledger,
  LedgerRequest,
  PlayResult,
  TransferResult,
  WalletView,
} from './types'
import { startVerifier } from './verify/verifier'
import { readConservation } from './verify/verify-feeds'
import { startWatchdog } from './watchdog'

/** Which feeds a commit has added to; side writes may have put events into the outbox. */
export type ChangedFeeds = { credit: boolean; play: boolean; outbox: boolean }

export type LedgerOptions = {
  client: MongoClient
  db: Db
  /** Named zone of the business day. */
  zone: string
  /** Hundredths that the tickets of one admin's game may win in a business day. */
  pairDayLimit: bigint
  /** Stable name of this instance's writer: a restart under it ends what its predecessor left open. */
  writerId: string
  logger: Logger
  /** Where others read what it commits; its own unless given. */
  feeds?: LedgerFeeds
  /** Told after each commit where events wait. */
  onTold: (told: ChangedFeeds) => void
  metrics?: Pick<Metrics, 'gauge' | 'counter'>
  /** Told when the writer queue stops advancing, and when it advances again. */
  onStall?: (isStalled: boolean) => void
  /** Told when it has not advanced for so long that this process must end, so that another one takes over. */
  onDead?: () => void
  /** How instances reach each other: one of them writes at a time. Without it this one writes beside all others. */
  instance?: { id: string; url: string; call: InternalClient }
  /** Pause between two verifications. */
  verifyEveryMs?: number
  /** The database's, which all writers share; its own unless given. */
  clock?: DatabaseClock
  /** Milliseconds since 1970, by that clock unless given. */
  now?: () => number
}

/** Starts the one writer of money of this instance; the collections of `ledgerPlans` must exist. */
export async function startLedger(options: LedgerOptions): Promise<Ledger> {
  const {
    client,
    db,
    zone,
    pairDayLimit,
    writerId,
    logger,
    onTold,
    verifyEveryMs = 30_000,
    metrics,
    now,
    instance,
  } = options
  const feeds = options.feeds ?? createLedgerFeeds(db)
  const writer = createWriterSession({ client, db, writerId })
  await writer.current()
  await ensureFence(db)
  const clock = options.clock ?? (await startDatabaseClock(db, logger))
  /** The clock's going on is good enough for a row's time; where a last moment is to be kept the database is asked. */
  const timeOf = async (batch: readonly Accepted[]) =>
    now?.() ?? (batch.some(hasLastMoment) ? databaseNow(db) : clock.now())
  const shown = createLedgerMetrics(metrics)
  const settleHere = createSettle({
    client,
    db,
    writer,
    zone,
    pairDayLimit,
    now: timeOf,
    onConflict: shown.repeated,
    onGivenUp: () => logger.error('ledger: batch given up, the database did not answer within its limit'),
    onFenceLost: () => place?.lead.lost(),
    holder: instance?.id,
    onCommit: ({ size, booked, outbox }) => {
      shown.committed(size)
      feeds.committed(booked)
      const play = booked.some(isPlayRow)
      onTold({ play, credit: booked.some(row => !isPlayRow(row)), outbox })
    },
  })
  const handedOver = createHandedOver()
  const place = instance ? await takeItsPlace(options, instance, { clock, writer, settleHere, handedOver }) : undefined
  const writesHere = () => place?.lead.isHere() ?? true
  shown.writes(writesHere)
  shown.totals(() => readConservation(client, db))
  const queue = createWriterQueue(place?.settle ?? settleHere, shown, writesHere)
  const watchdog = startWatchdog({
    queue,
    logger,
    metrics,
    isLeader: () => place?.lead.isHere() ?? false,
    onStall: isStalled => options.onStall?.(isStalled),
    onDead: async () => {
      await place?.lead.giveUp()
      options.onDead?.()
    },
  })
  const verifier = startVerifier({
    client,
    db,
    everyMs: verifyEveryMs,
    lease: createLease(db, 'ledger verification', { owner: instance?.id ?? writerId, now: clock.now }),
    logger,
    metrics,
  })

  /** `decide` answers each type of request with its own type of result. */
  const submit = <R extends LedgerResult>(request: LedgerRequest, condition: Conditional = {}) =>
    queue.submit({ ...accept(request), ...condition }) as Promise<R>

  const playOne = (posting: PostingRequest) =>
    submit<PlayResult>({ type: 'play', posting }).then(
      result => bookedOutcome(posting, result),
      (error: unknown) => failedOutcome(posting, error, logger),
    )

  async function wallets(walletIds: readonly string[]): Promise<Map<string, WalletView>> {
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
    change: request => submit<ChangeResult>({ type: 'change', ...request }),
    close: request => submit<CloseResult>({ type: 'close', ...request }),
    async settle(batch) {
      if (!place?.lead.isHere()) return null
      const { batch: handed, from } = decodeBatch(batch)
      const asked = instance ? confirmedBy(instance.call, from, handed) : handed
      return encodeOutcomes(await Promise.all(asked.map(accepted => queue.submit(accepted).then(toResult, toError))))
    },
    refusedOf: ids => handedOver.refusedOf(ids),
    booked: (actorId, key, wish) => readBooked(db, transferIdOf(actorId, key), requestHashOf(wish)),
    outcome: (actorId, transferId) => readOutcome(db, actorId, transferId),
    play: postings => Promise.all(postings.map(playOne)),
    pools: pairs => readPools(db, pairs),
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
      await place?.lead.stop()
      if (!options.clock) await clock.stop()
      await verifier.stop()
      await writer.end()
    },
  }
}

/** Joins the instances of which one writes at a time. */
async function takeItsPlace(
  { client, db, writerId, logger }: LedgerOptions,
  { id, url, call }: NonNullable<LedgerOptions['instance']>,
  parts: { clock: DatabaseClock; writer: WriterSession; settleHere: Settle; handedOver: HandedOver },
): Promise<{ lead: Lead; settle: Settle }> {
  const { clock, writer, settleHere, handedOver } = parts
  const self = { owner: id, url }
  const lease = createLease(db, leaseName, {
    ...self,
    place: writerId,
    now: clock.now,
    leaseMs,
    collection: leaseName,
  })
  const lead = await startLead({ client, db, writer, lease, self, logger })
  return { lead, settle: createSettleAnywhere({ settleHere, lead, call, url, handedOver }) }
}

const toResult = (result: LedgerResult): Outcome => ({ result })
const toError = (error: unknown): Outcome => ({ error })

function accept(request: LedgerRequest): Accepted {
  if (request.type === 'change') return { request, id: uuidv7(), hash: '' }
  if (request.type === 'play') {
    return { request, id: idOfPosting(request.posting), hash: postingHashOf(request.posting) }
  }
  return { request, id: idOfRequest(request), hash: request.type === 'transfer' ? requestHashOf(request) : '' }
}

const hasLastMoment = ({ request }: Accepted) => request.type === 'play' && request.posting.kind === 'stake'
