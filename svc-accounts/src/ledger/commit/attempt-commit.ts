import { businessDay, isConnectionLost, skewMsMax } from '@cascade/service-kit'
import { decideBatch } from '../decide/decide-batch'
import type { QueuedRequest, Terms } from '../decide/ledger-state'
import type { LedgerRejection } from '../rejection'
import { type BatchWrites, buildWrites, executeWrites, isEmpty, sumOfChanges } from './batch-writes'
import type { FencingToken, LedgerCache } from './cache'
import type { BatchRun, Committer } from './committer'
import { advanceFencingToken, FencingTokenLost, SnapshotMismatch } from './fencing-token'
import { isWritten, needsKeyLookup, type Outcome, outcomeOf } from './outcomes'
import { readState } from './read-state'

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const

type Attempt = { outcomes: Outcome[] } | { rejected: ReadonlyMap<number, LedgerRejection> } | 'retry-with-lookups'

/**
 * One attempt to commit a batch: read → decide → write → commit. Decisions are made on the cache; the fencing token proves
 * at the commit that the cache was current.
 * @param lookups ids whose stored outcome is read; the attempt adds those that it needs
 */
export async function attemptCommit(
  committer: Committer,
  batch: readonly QueuedRequest[],
  { lookups, run }: { lookups: Set<string>; run: BatchRun },
): Promise<Attempt> {
  const { db, recentIds, rejections, zone, instanceId, onCommit } = committer
  // A request that an earlier attempt of this batch has committed is not a replay.
  const ours = new Set(run.submitted)
  const token = await readOwnToken(run.cache, instanceId)
  const state = await readState({ db, cache: run.cache }, batch, { token, recentIds, lookups })
  const terms = await readTerms(committer, batch)
  state.earlierRejections = rejections.at(terms.now)
  const before = { wallets: new Map(state.wallets), externals: new Map(state.externals), wins: new Map(state.wins) }
  const decided = decideBatch(state, batch, terms)
  const unread = decided.filter(one => !lookups.has(one.id) && needsKeyLookup(one))
  for (const { id } of unread) lookups.add(id)
  if (unread.length > 0) return 'retry-with-lookups'
  const writes = buildWrites({ zone, at: terms.now }, before, state, decided)
  if (isEmpty(writes)) {
    if (!(await run.cache.isCurrent())) throw new SnapshotMismatch()
  } else {
    const { playHead, creditHead, moves, move } = state
    const walletTotal = token.walletTotal + sumOfChanges(before.wallets, state.wallets)
    const heads = { playHead, creditHead, walletTotal, moves, ...(move && { move }) }
    const after = { ...token, version: token.version + 1n, ...heads }
    const ids = decided.filter(({ decision }) => isWritten(decision)).map(({ id }) => id)
    const rejected = await writeAndCommit(committer, run, { token, after, writes, ids })
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

/** @throws FencingTokenLost if another instance owns the token: nothing may be written here. */
async function readOwnToken(cache: LedgerCache, instanceId: string): Promise<FencingToken> {
  const cached = await cache.token()
  if (cached.holder === instanceId) return cached
  cache.clear()
  const current = await cache.token()
  if (current.holder !== instanceId) throw new FencingTokenLost()
  return current
}

/** Reads time and limits that a batch is decided by; what has a deadline is decided by the database's clock. */
async function readTerms(committer: Committer, batch: readonly QueuedRequest[]): Promise<Terms> {
  const { zone, offeringDayLimit, clock: databaseClock } = committer
  const approvalLimits = await committer.approvalLimits()
  const clock = batch.some(hasDeadline) ? await databaseClock.read() : databaseClock.now()
  // A database clock that jumps ahead dates no wallet further ahead than clocks may differ: when it is set back, bets
  // wait no longer than that. Business days follow the same date, deadlines the database clock alone.
  const now = Math.min(clock, Date.now() + skewMsMax)
  return { now, clock, day: businessDay(new Date(now), zone), offeringDayLimit, approvalLimits }
}

const hasDeadline = ({ request }: QueuedRequest) => request.type === 'play' && 'notAfter' in request.posting

type CommitInput = { token: FencingToken; after: FencingToken; writes: BatchWrites; ids: readonly string[] }

/**
 * Writes and commits, unless side writes reject their requests (the caller retries without them). After a lost connection
 * or a failed commit the server may still hold the transaction, so the session is discarded.
 */
async function writeAndCommit(
  { client, db, writer, recentIds }: Committer,
  run: BatchRun,
  { token, after, writes, ids }: CommitInput,
): Promise<ReadonlyMap<number, LedgerRejection>> {
  const session = await writer.current()
  assertNotAbandoned(run)
  run.session = session
  let isSubmitted = false
  session.startTransaction(transactionOptions)
  try {
    await advanceFencingToken(db, session, token, after)
    const rejected = await executeWrites({ client, db, session }, writes)
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

/** The callers of an abandoned batch already have an answer. */
function assertNotAbandoned({ isAbandoned }: BatchRun): void {
  if (isAbandoned) throw new Error('ledger batch abandoned')
}
