import { businessDay, isConnectionLost, isDuplicateKey, sleep, withTimeout } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { decide } from '../decide/decide'
import {
  applyDecision,
  type Decision,
  type LedgerResult,
  type LedgerState,
  type QueuedRequest,
} from '../decide/ledger-state'
import { LedgerRejection } from '../rejection'
import type { LedgerRequest } from '../types'
import { type BatchWrites, buildWrites, executeWrites } from './batch-writes'
import { createLedgerCache, type FencingToken, findUnconfirmed, type LedgerCache } from './cache'
import { advanceFencingToken, FencingConflict, FencingTokenLost, isTransient, SnapshotMismatch } from './fencing-token'
import { createRecentIds, readState } from './read-state'
import type { WriterSession } from './writer-session'

export type Outcome = { result: LedgerResult } | { error: unknown }
/** `outbox`: side writes may have inserted outbox events. */
export type Committed = { size: number; booked: BatchWrites['booked']; outbox: boolean }
export type CommitBatch = (batch: readonly QueuedRequest[]) => Promise<Outcome[]>

/** Half a second below the answer timeout of the queue, so that a timed-out request is rarely booked afterwards. */
const commitTimeoutMs = 2_500
const batchTimeoutMs = 4_000
const backoffMsMax = 500
const tokenHoldMsMax = 800
const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const

/** Since when another transaction has blocked the token at this version. */
type TokenHold = { version: bigint; since: number }
/** Errors by position in the batch; the rest of the batch is committed without these requests. */
type RejectedRequests = Map<number, unknown>
type AttemptResult = { outcomes: Outcome[] } | { rejected: RejectedRequests } | 'retry-full-read'
/** One batch in progress. It only updates the cache it started with, which is replaced if the batch is abandoned. */
type BatchRun = {
  cache: LedgerCache
  session: ClientSession | undefined
  /** Ids whose commit was sent: they may be booked, whatever the error. */
  submitted: Set<string>
  isAbandoned: boolean
}

/**
 * Commits batches on one long-lived session: one transaction per batch, retried on conflicts. Decisions are made on the
 * cache; the fencing token proves at the commit that the cache was current. If a batch fails for any other reason, its
 * requests are committed one by one, so that a poison request fails alone.
 */
export function createBatchCommitter(deps: {
  client: MongoClient
  db: Db
  writer: WriterSession
  zone: string
  offeringDayLimit: bigint
  /** Name of this instance in the fencing token. */
  instanceId: string
  /** Milliseconds since 1970, by the database clock. */
  now: (batch: readonly QueuedRequest[]) => Promise<number>
  onCommit: (committed: Committed) => void
  onConflict: () => void
  onAbandoned: () => void
  /** Another instance owns the fencing token: nothing was booked. */
  onTokenLost: () => void
}): CommitBatch {
  const {
    client,
    db,
    writer,
    zone,
    offeringDayLimit,
    instanceId,
    now,
    onCommit,
    onConflict,
    onAbandoned,
    onTokenLost,
  } = deps
  const recentIds = createRecentIds(20_000)
  let cache = createLedgerCache(db)

  async function commitBatch(batch: readonly QueuedRequest[], submitted = new Set<string>()): Promise<Outcome[]> {
    const run: BatchRun = { cache, session: undefined, submitted, isAbandoned: false }
    try {
      const outcomes = await withTimeout(commitWithRetries(batch, run), batchTimeoutMs, undefined)
      return outcomes ?? abandon(batch, run)
    } catch (error) {
      if (error instanceof FencingTokenLost) onTokenLost()
      const isLate = isTransient(error) || error instanceof FencingTokenLost
      if (isLate || batch.length === 1) {
        return batch.map(({ id }) => (isLate || submitted.has(id) ? toLateOutcome(id, run, error) : { error }))
      }
    }
    return commitSingly(batch, run)
  }

  /** Gives the batch a dead session and an unused cache: whatever it still does has no effect. */
  function abandon(batch: readonly QueuedRequest[], run: BatchRun): Outcome[] {
    run.isAbandoned = true
    cache = createLedgerCache(db)
    writer.discard(run.session)
    onAbandoned()
    return batch.map(({ id }) => toLateOutcome(id, run, undefined))
  }

  async function commitSingly(batch: readonly QueuedRequest[], run: BatchRun): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const queued of batch) {
      // After one timeout the database is down: reject the rest immediately.
      const last = outcomes.at(-1)
      const isDown = last && 'error' in last && last.error instanceof LedgerRejection && isLate(last.error)
      outcomes.push(
        ...(isDown ? [toLateOutcome(queued.id, run, last.error)] : await commitBatch([queued], run.submitted)),
      )
    }
    return outcomes
  }

  async function commitWithRetries(batch: readonly QueuedRequest[], run: BatchRun): Promise<Outcome[]> {
    const deadline = performance.now() + commitTimeoutMs
    const rejected: RejectedRequests = new Map()
    let fullRead = false
    let tokenHold: TokenHold | undefined
    for (let wait = 10; ; wait = Math.min(wait * 2, backoffMsMax)) {
      const remaining = batch.filter((_, index) => !rejected.has(index))
      try {
        const attempt = await attemptOnce(remaining, fullRead, run)
        if (attempt === 'retry-full-read') {
          fullRead = true
          continue
        }
        if ('outcomes' in attempt) return mergeOutcomes(batch, rejected, attempt.outcomes)
        const positions = batch.flatMap((_, index) => (rejected.has(index) ? [] : [index]))
        for (const [index, error] of attempt.rejected) rejected.set(positions[index] ?? -1, error)
      } catch (error) {
        run.cache.clear()
        if (run.isAbandoned) throw error
        if (isDuplicateKey(error) && !fullRead) {
          fullRead = true
          continue
        }
        if (error instanceof FencingConflict) tokenHold = await killDeadHolder(error, tokenHold)
        const pause = Math.random() * wait
        if (!isTransient(error) || performance.now() + pause > deadline) throw error
        onConflict()
        await sleep(pause)
      }
    }
  }

  /** Kills the session of a holder that has not committed for too long. If it is alive, it retries its transaction. */
  async function killDeadHolder({ version }: FencingConflict, tokenHold: TokenHold | undefined): Promise<TokenHold> {
    const now = performance.now()
    if (tokenHold?.version !== version) return { version, since: now }
    if (now - tokenHold.since < tokenHoldMsMax) return tokenHold
    await writer.killOthers().catch(() => undefined)
    return { version, since: now }
  }

  async function attemptOnce(
    batch: readonly QueuedRequest[],
    fullRead: boolean,
    run: BatchRun,
  ): Promise<AttemptResult> {
    // A request that an earlier attempt of this batch has committed is not a replay.
    const ours = new Set(run.submitted)
    const token = await readOwnToken(run.cache)
    const unconfirmed = findUnconfirmed(batch)
    const state = await readState({ db, cache: run.cache }, batch, { token, recentIds, fullRead })
    const at = await now(batch)
    const { wallets, externals, wins } = state
    const before = { wallets: new Map(wallets), externals: new Map(externals), wins: new Map(wins) }
    const terms = { now: at, day: businessDay(new Date(at), zone), offeringDayLimit: offeringDayLimit }
    const decided = batch.map(queued => {
      const decision = decide(state, queued, terms)
      applyDecision(state, decision)
      return { ...queued, decision }
    })
    if (!fullRead && decided.some(needsKeyLookup)) return 'retry-full-read'
    const writes = buildWrites({ zone, at }, before, state, decided)
    if (isEmpty(writes)) {
      const [isCurrent, rejected] = await Promise.all([run.cache.isCurrent(), unconfirmed])
      if (!isCurrent) throw new SnapshotMismatch()
      if (rejected.size > 0) return { rejected }
    } else {
      const walletTotal = token.walletTotal + sumOfChanges(before.wallets, state.wallets)
      const { playHead, creditHead } = state
      const after = { ...token, version: token.version + 1n, playHead, creditHead, walletTotal }
      const ids = decided.filter(({ decision }) => isWritten(decision)).map(({ id }) => id)
      const rejected = await writeAndCommit(run, { token, after, writes, unconfirmed, ids })
      if (rejected.size > 0) return { rejected }
      run.cache.update(state, after)
      if (batch.some(({ request }) => request.type === 'change')) run.cache.clearPlayers()
      if (!run.isAbandoned)
        onCommit({ size: batch.length, booked: writes.booked, outbox: writes.sideWrites.length > 0 })
    }
    for (const { id } of decided) recentIds.add(id)
    return { outcomes: decided.map(({ id, decision }) => outcomeOf(decision, ours.delete(id))) }
  }

  type CommitInput = {
    token: FencingToken
    after: FencingToken
    writes: BatchWrites
    unconfirmed: Promise<RejectedRequests>
    ids: readonly string[]
  }

  /**
   * Writes and commits, unless requests are rejected on the way (the caller retries without them). After a lost
   * connection or a failed commit the server may still hold the transaction, so the session is discarded.
   */
  async function writeAndCommit(
    run: BatchRun,
    { token, after, writes, unconfirmed, ids }: CommitInput,
  ): Promise<RejectedRequests> {
    const session = await writer.current()
    assertNotAbandoned(run)
    run.session = session
    let isSubmitted = false
    session.startTransaction(transactionOptions)
    try {
      await advanceFencingToken(db, session, token, after)
      const rejected: RejectedRequests = await executeWrites({ client, db, session }, writes)
      for (const [index, error] of await unconfirmed) rejected.set(index, error)
      if (rejected.size > 0) {
        await session.abortTransaction()
        return rejected
      }
      assertNotAbandoned(run)
      isSubmitted = true
      for (const id of ids) {
        run.submitted.add(id)
        // If the outcome stays unknown, the next attempt looks up the key.
        recentIds.add(id)
      }
      await session.commitTransaction()
      return rejected
    } catch (error) {
      if (isSubmitted || isConnectionLost(error)) writer.discard(session)
      else if (session.inTransaction()) await session.abortTransaction()
      throw error
    }
  }

  /** @throws FencingTokenLost if another instance owns the token: nothing may be written here. */
  async function readOwnToken(cache: LedgerCache): Promise<FencingToken> {
    const cached = await cache.token()
    if (cached.holder === instanceId) return cached
    cache.clear()
    const current = await cache.token()
    if (current.holder !== instanceId) throw new FencingTokenLost()
    return current
  }

  return commitBatch
}

const isEmpty = ({ wallets, externals, wins, inserts, sideWrites }: BatchWrites) =>
  wallets.length + externals.length + wins.length + inserts.size + sideWrites.length === 0

type Wallets = Readonly<LedgerState['wallets']>

function sumOfChanges(before: Wallets, after: Wallets): bigint {
  let sum = 0n
  for (const [id, { balance }] of after) sum += balance - (before.get(id)?.balance ?? 0n)
  return sum
}

/** The callers of an abandoned batch already have an answer. */
function assertNotAbandoned({ isAbandoned }: BatchRun): void {
  if (isAbandoned) throw new Error('ledger batch abandoned')
}

const isWritten = (decision: Decision) =>
  decision.type === 'accepted' || (decision.type === 'rejected' && decision.finalRejection !== undefined)

/** A decision that inserts no row cannot collide with an earlier booking of the key, so the key must be looked up. */
function needsKeyLookup({ request, decision }: { request: LedgerRequest; decision: Decision }): boolean {
  if (request.type === 'change' || decision.type === 'accepted') return false
  if (decision.type === 'replayed') return request.type === 'close'
  return !decision.replayed && decision.reason !== 'KEY_REUSED'
}

function outcomeOf(decision: Decision, isOurs: boolean): Outcome {
  if (decision.type === 'rejected') {
    const { reason, left, replayed, verdict } = decision
    return { error: new LedgerRejection(reason, { left, replayed, verdict }) }
  }
  const { result } = decision
  return { result: isOurs && 'replayed' in result ? { ...result, replayed: false } : result }
}

function mergeOutcomes(
  batch: readonly QueuedRequest[],
  rejected: RejectedRequests,
  outcomes: readonly Outcome[],
): Outcome[] {
  const rest = outcomes[Symbol.iterator]()
  return batch.map((_, index) => {
    if (rejected.has(index)) return { error: rejected.get(index) }
    return rest.next().value ?? { error: new LedgerRejection('NOT_BOOKED') }
  })
}

const isLate = ({ reason }: LedgerRejection) => reason === 'TIMED_OUT' || reason === 'NOT_BOOKED'

/** A request whose commit was never sent is guaranteed not booked. */
function toLateOutcome(transferId: string, { submitted }: BatchRun, cause: unknown): Outcome {
  const reason = submitted.has(transferId) ? 'TIMED_OUT' : 'NOT_BOOKED'
  return { error: new LedgerRejection(reason, { ...(reason === 'TIMED_OUT' && { transferId }), cause }) }
}
