import { isConnectionLost, isDuplicateKey, sleep, withTimeout } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { decide } from '../decide/decide'
import { applyDecision, type QueuedRequest } from '../decide/ledger-state'
import { type BatchWrites, buildWrites, executeWrites, isEmpty, sumOfChanges } from './batch-writes'
import { createLedgerCache, type FencingToken, findUnconfirmed, type LedgerCache } from './cache'
import { advanceFencingToken, FencingConflict, FencingTokenLost, isTransient, SnapshotMismatch } from './fencing-token'
import {
  isLate,
  isWritten,
  mergeOutcomes,
  needsKeyLookup,
  type Outcome,
  outcomeOf,
  type RejectedRequests,
  toLateOutcome,
} from './outcomes'
import { createRecentIds, readState } from './read-state'
import { createRejectionCounts } from './rejection-counts'
import { createTermsReader, type TermsOptions } from './terms'
import type { WriterSession } from './writer-session'

/** `outbox`: side writes may have inserted outbox events. */
type Committed = { size: number; booked: BatchWrites['booked']; outbox: boolean }
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
type Attempt = { outcomes: Outcome[] } | { rejected: RejectedRequests } | 'retry-with-lookups'
/** One batch in progress. It only updates the cache it started with, which is replaced if the batch is abandoned. */
type BatchRun = {
  cache: LedgerCache
  session: ClientSession | undefined
  /** Ids whose commit was sent: they may be booked, whatever the error. */
  submitted: Set<string>
  isAbandoned: boolean
}

type CommitterDeps = TermsOptions & {
  client: MongoClient
  db: Db
  writer: WriterSession
  /** Name of this instance in the fencing token. */
  instanceId: string
  onCommit: (committed: Committed) => void
  onConflict: () => void
  onAbandoned: () => void
  /** Another instance owns the fencing token: nothing was booked. */
  onTokenLost: () => void
}

/**
 * Commits batches on one long-lived session: one transaction per batch, retried on conflicts. Decisions are made on the
 * cache; the fencing token proves at the commit that the cache was current. If a batch fails for any other reason, its
 * requests are committed one by one, so that a poison request fails alone.
 */
export function createBatchCommitter(deps: CommitterDeps): CommitBatch {
  const { client, db, writer, zone, instanceId, onCommit, onConflict } = deps
  const readTerms = createTermsReader(deps)
  const recentIds = createRecentIds(20_000)
  const rejections = createRejectionCounts()
  let cache = createLedgerCache(db)

  async function commitBatch(batch: readonly QueuedRequest[], submitted = new Set<string>()): Promise<Outcome[]> {
    const run: BatchRun = { cache, session: undefined, submitted, isAbandoned: false }
    try {
      const outcomes = await withTimeout(commitWithRetries(batch, run), batchTimeoutMs, undefined)
      return outcomes ?? abandon(batch, run)
    } catch (error) {
      if (error instanceof FencingTokenLost) deps.onTokenLost()
      const isUnsettled = isTransient(error) || error instanceof FencingTokenLost
      if (isUnsettled || batch.length === 1) {
        return batch.map(({ id }) => (isUnsettled || submitted.has(id) ? toLateOutcome(id, run, error) : { error }))
      }
    }
    return commitSingly(batch, run)
  }

  /** Gives the batch a dead session and an unused cache: whatever it still does has no effect. */
  function abandon(batch: readonly QueuedRequest[], run: BatchRun): Outcome[] {
    run.isAbandoned = true
    cache = createLedgerCache(db)
    writer.discard(run.session)
    deps.onAbandoned()
    return batch.map(({ id }) => toLateOutcome(id, run, undefined))
  }

  async function commitSingly(batch: readonly QueuedRequest[], run: BatchRun): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const queued of batch) {
      // After one timeout the database is down: reject the rest immediately.
      const last = outcomes.at(-1)
      outcomes.push(
        ...(isLate(last) ? [toLateOutcome(queued.id, run, last.error)] : await commitBatch([queued], run.submitted)),
      )
    }
    return outcomes
  }

  async function commitWithRetries(batch: readonly QueuedRequest[], run: BatchRun): Promise<Outcome[]> {
    const deadline = performance.now() + commitTimeoutMs
    const rejected: RejectedRequests = new Map()
    /** Ids whose stored outcome is read, beside recent ones. */
    const lookups = new Set<string>()
    let tokenHold: TokenHold | undefined
    for (let wait = 10; ; wait = Math.min(wait * 2, backoffMsMax)) {
      const remaining = batch.filter((_, index) => !rejected.has(index))
      try {
        const attempt = await attemptOnce(remaining, lookups, run)
        if (attempt === 'retry-with-lookups') continue
        if ('outcomes' in attempt) return mergeOutcomes(batch, rejected, attempt.outcomes)
        const positions = [...batch.keys()].filter(index => !rejected.has(index))
        for (const [index, error] of attempt.rejected) rejected.set(positions[index] ?? -1, error)
      } catch (error) {
        run.cache.clear()
        if (run.isAbandoned) throw error
        if (isDuplicateKey(error) && batch.some(({ id }) => !lookups.has(id))) {
          for (const { id } of batch) lookups.add(id)
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

  async function attemptOnce(batch: readonly QueuedRequest[], lookups: Set<string>, run: BatchRun): Promise<Attempt> {
    // A request that an earlier attempt of this batch has committed is not a replay.
    const ours = new Set(run.submitted)
    const token = await readOwnToken(run.cache)
    const unconfirmed = findUnconfirmed(batch)
    const state = await readState({ db, cache: run.cache }, batch, { token, recentIds, lookups })
    const terms = await readTerms(batch)
    state.earlierRejections = rejections.at(terms.now)
    const before = { wallets: new Map(state.wallets), externals: new Map(state.externals), wins: new Map(state.wins) }
    const decided = batch.map(queued => {
      const decision = decide(state, queued, terms)
      applyDecision(state, decision)
      return { ...queued, decision }
    })
    const unread = decided.filter(one => !lookups.has(one.id) && needsKeyLookup(one))
    for (const { id } of unread) lookups.add(id)
    if (unread.length > 0) return 'retry-with-lookups'
    const writes = buildWrites({ zone, at: terms.now }, before, state, decided)
    if (isEmpty(writes)) {
      const [isCurrent, rejected] = await Promise.all([run.cache.isCurrent(), unconfirmed])
      if (!isCurrent) throw new SnapshotMismatch()
      if (rejected.size > 0) return { rejected }
    } else {
      const { playHead, creditHead, moves, move } = state
      const walletTotal = token.walletTotal + sumOfChanges(before.wallets, state.wallets)
      const heads = { playHead, creditHead, walletTotal, moves, ...(move && { move }) }
      const after = { ...token, version: token.version + 1n, ...heads }
      const ids = decided.filter(({ decision }) => isWritten(decision)).map(({ id }) => id)
      const rejected = await writeAndCommit(run, { token, after, writes, unconfirmed, ids })
      if (rejected.size > 0) return { rejected }
      run.cache.update(state, after)
      rejections.add(state.rejections)
      if (batch.some(({ request }) => request.type === 'change')) run.cache.clearPlayers()
      const { booked, sideWrites } = writes
      if (!run.isAbandoned) onCommit({ size: batch.length, booked, outbox: sideWrites.length > 0 })
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

/** The callers of an abandoned batch already have an answer. */
function assertNotAbandoned({ isAbandoned }: BatchRun): void {
  if (isAbandoned) throw new Error('ledger batch abandoned')
}
