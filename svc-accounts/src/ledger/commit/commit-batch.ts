import { isDuplicateKey, sleep, withTimeout } from '@cascade/service-kit'
import type { QueuedRequest } from '../decide/ledger-state'
import { attemptCommit } from './attempt-commit'
import { createLedgerCache } from './cache'
import type { BatchRun, Committer } from './committer'
import { FencingConflict, FencingTokenLost, isTransient } from './fencing-token'
import { isLate, mergeOutcomes, type Outcome, type RejectedRequests, toLateOutcome } from './outcomes'
import type { WriterSession } from './writer-session'

/** Half a second below the answer timeout of the queue, so that a timed-out request is rarely booked afterwards. */
const commitTimeoutMs = 2_500
const batchTimeoutMs = 4_000
const backoffMsMax = 500
const tokenHoldMsMax = 800

/**
 * Commits a batch: one transaction, retried on conflicts. If it fails for any other reason, its requests are committed one
 * by one, so that a poison request fails alone.
 */
export async function commitBatch(
  committer: Committer,
  batch: readonly QueuedRequest[],
  submitted = new Set<string>(),
): Promise<Outcome[]> {
  const run: BatchRun = { cache: committer.cache, session: undefined, submitted, isAbandoned: false }
  try {
    const outcomes = await withTimeout(commitWithRetries(committer, batch, run), batchTimeoutMs, undefined)
    return outcomes ?? abandon(committer, batch, run)
  } catch (error) {
    if (error instanceof FencingTokenLost) committer.onTokenLost()
    const isUnsettled = isTransient(error) || error instanceof FencingTokenLost
    if (isUnsettled || batch.length === 1) {
      return batch.map(({ id }) => (isUnsettled || submitted.has(id) ? toLateOutcome(id, run, error) : { error }))
    }
  }
  return commitSingly(committer, batch, run)
}

/** Abandons a late batch: discards its session and replaces the cache, so that nothing it still does has an effect. */
function abandon(committer: Committer, batch: readonly QueuedRequest[], run: BatchRun): Outcome[] {
  run.isAbandoned = true
  committer.cache = createLedgerCache(committer.db)
  committer.writer.discard(run.session)
  committer.onAbandoned()
  return batch.map(({ id }) => toLateOutcome(id, run, undefined))
}

async function commitSingly(committer: Committer, batch: readonly QueuedRequest[], run: BatchRun): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const queued of batch) {
    // After one timeout the database is down: reject the rest immediately.
    const last = outcomes.at(-1)
    if (isLate(last)) outcomes.push(toLateOutcome(queued.id, run, last.error))
    else outcomes.push(...(await commitBatch(committer, [queued], run.submitted)))
  }
  return outcomes
}

async function commitWithRetries(
  committer: Committer,
  batch: readonly QueuedRequest[],
  run: BatchRun,
): Promise<Outcome[]> {
  const deadline = performance.now() + commitTimeoutMs
  const rejected: RejectedRequests = new Map()
  /** Ids whose stored outcome is read, beside recent ones. */
  const lookups = new Set<string>()
  let tokenHold: TokenHold | undefined
  for (let wait = 10; ; wait = Math.min(wait * 2, backoffMsMax)) {
    const remaining = batch.filter((_, index) => !rejected.has(index))
    try {
      const attempt = await attemptCommit(committer, remaining, { lookups, run })
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
      if (error instanceof FencingConflict) tokenHold = await killDeadHolder(committer.writer, error, tokenHold)
      const pause = Math.random() * wait
      if (!isTransient(error) || performance.now() + pause > deadline) throw error
      committer.onConflict()
      await sleep(pause)
    }
  }
}

/** Since when another transaction has blocked the token at this version. */
type TokenHold = { version: bigint; since: number }

/** Kills the session of a holder that has not committed for too long. If it is alive, it retries its transaction. */
async function killDeadHolder(
  writer: WriterSession,
  { version }: FencingConflict,
  tokenHold: TokenHold | undefined,
): Promise<TokenHold> {
  const now = performance.now()
  if (tokenHold?.version !== version) return { version, since: now }
  if (now - tokenHold.since < tokenHoldMsMax) return tokenHold
  await writer.killOthers().catch(() => undefined)
  return { version, since: now }
}
