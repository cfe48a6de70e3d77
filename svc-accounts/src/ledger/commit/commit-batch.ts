import { businessDay, isConnectionLost, isDuplicateKey, sleep, within } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { LedgerRefusal } from '../answers'
import { decide } from '../decide/decide'
import { type Accepted, type Decision, evolve, type LedgerResult, type LedgerState } from '../decide/ledger-state'
import type { LedgerRequest } from '../types'
import { type BatchWrites, executeWrites, writesOf } from './batch-writes'
import { createMemory, type Fence, type Memory, unconfirmed } from './cache'
import { FenceHeld, FenceLost, isTransient, passFence, SnapshotMismatch } from './fencing-token'
import { createSeenIds, readState } from './read-state'
import type { WriterSession } from './writer-session'

export type Outcome = { result: LedgerResult } | { error: unknown }
/** What a batch has left: the events of the feeds, and whether side writes may have put others into the outbox. */
export type Committed = { size: number; booked: BatchWrites['booked']; outbox: boolean }
export type Settle = (batch: readonly Accepted[]) => Promise<Outcome[]>

/** Half a second less than the writer queue answers in, so that what it calls late is rarely booked after all. */
const deadlineMs = 2_500
/** A batch that still waits for the database then is given up. */
const batchLimitMs = 4_000
const longestWaitMs = 500
const longestHoldMs = 800
const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const

/** Since when the fence is held at this version. */
type Held = { version: bigint; since: number }
/** Errors of requests that the rest is booked without, by their position. */
type Refused = Map<number, unknown>
type Attempt = { outcomes: Outcome[] } | { refused: Refused } | 'read thoroughly'
/** One batch under way. What it learns goes into the memory that it began with, which is replaced when it is given up. */
type Run = {
  memory: Memory
  session: ClientSession | undefined
  /** Ids whose commit was requested: they may be booked, whatever the error. */
  submitted: Set<string>
  isGivenUp: boolean
}

/**
 * Settles batches on one long-lived session: one transaction for all of a batch, repeated on conflicts. It reads
 * nothing: batches are decided on what is known, and the fence row proves that it is still so. A batch that fails for
 * another reason is settled one by one, so that a poisoned request fails alone.
 */
export function createSettle(deps: {
  client: MongoClient
  db: Db
  writer: WriterSession
  zone: string
  /** Hundredths that the tickets of one admin's game may win in a business day. */
  pairDayLimit: bigint
  /** Under which this instance passes the fence; none where it needs no lease. */
  holder?: string | undefined
  /** Milliseconds since 1970, by the clock that all writers share. */
  now: (batch: readonly Accepted[]) => Promise<number>
  onCommit: (committed: Committed) => void
  /** A transaction is repeated because of another one, or because the database is away. */
  onConflict: () => void
  /** A batch did not end within its limit. */
  onGivenUp?: () => void
  /** The fence is another instance's: nothing of the batch is booked. */
  onFenceLost?: () => void
}): Settle {
  const { client, db, writer, zone, pairDayLimit, holder, now, onCommit, onConflict, onGivenUp, onFenceLost } = deps
  const seen = createSeenIds(20_000)
  let memory = createMemory(db)

  async function settle(batch: readonly Accepted[], submitted = new Set<string>()): Promise<Outcome[]> {
    const run: Run = { memory, session: undefined, submitted, isGivenUp: false }
    try {
      const outcomes = await within(untilCommitted(batch, run), batchLimitMs, undefined)
      return outcomes ?? giveUp(batch, run)
    } catch (error) {
      if (error instanceof FenceLost) onFenceLost?.()
      const isLate = isTransient(error) || error instanceof FenceLost
      if (isLate || batch.length === 1) {
        return batch.map(({ id }) => (isLate || submitted.has(id) ? late(id, run, error) : { error }))
      }
    }
    return settleSingly(batch, run)
  }

  /** Nothing that the batch still does counts: it works on a dead session and a memory that nobody reads. */
  function giveUp(batch: readonly Accepted[], run: Run): Outcome[] {
    run.isGivenUp = true
    memory = createMemory(db)
    writer.discard(run.session)
    onGivenUp?.()
    return batch.map(({ id }) => late(id, run, undefined))
  }

  async function settleSingly(batch: readonly Accepted[], run: Run): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const accepted of batch) {
      // After one timeout the rest are refused at once: the database is away.
      const last = outcomes.at(-1)
      const isDown = last && 'error' in last && last.error instanceof LedgerRefusal && isLate(last.error)
      outcomes.push(...(isDown ? [late(accepted.id, run, last.error)] : await settle([accepted], run.submitted)))
    }
    return outcomes
  }

  async function untilCommitted(batch: readonly Accepted[], run: Run): Promise<Outcome[]> {
    const deadline = performance.now() + deadlineMs
    const refused: Refused = new Map()
    let thorough = false
    let held: Held | undefined
    for (let wait = 10; ; wait = Math.min(wait * 2, longestWaitMs)) {
      const left = batch.filter((_, index) => !refused.has(index))
      try {
        const attempt = await attemptOnce(left, thorough, run)
        if (attempt === 'read thoroughly') {
          thorough = true
          continue
        }
        if ('outcomes' in attempt) return spread(batch, refused, attempt.outcomes)
        const positions = batch.flatMap((_, index) => (refused.has(index) ? [] : [index]))
        for (const [index, error] of attempt.refused) refused.set(positions[index] ?? -1, error)
      } catch (error) {
        run.memory.drop()
        if (run.isGivenUp) throw error
        if (isDuplicateKey(error) && !thorough) {
          thorough = true
          continue
        }
        if (error instanceof FenceHeld) held = await watchHolder(error, held)
        const pause = Math.random() * wait
        if (!isTransient(error) || performance.now() + pause > deadline) throw error
        onConflict()
        await sleep(pause)
      }
    }
  }

  /** A holder that has not committed for this long is taken for dead; a living one repeats its transaction. */
  async function watchHolder({ version }: FenceHeld, held: Held | undefined): Promise<Held> {
    const now = performance.now()
    if (held?.version !== version) return { version, since: now }
    if (now - held.since < longestHoldMs) return held
    await writer.killOthers().catch(() => undefined)
    return { version, since: now }
  }

  async function attemptOnce(batch: readonly Accepted[], thorough: boolean, run: Run): Promise<Attempt> {
    // Found booked later, the first request of each id submitted before is ours and no replay.
    const ours = new Set(run.submitted)
    const fence = await ownFence(run.memory)
    const refusals = unconfirmed(batch)
    const state = await readState({ db, memory: run.memory }, batch, { fence, seen, thorough })
    const at = await now(batch)
    const { wallets, externals, wins } = state
    const before = { wallets: new Map(wallets), externals: new Map(externals), wins: new Map(wins) }
    const terms = { now: at, day: businessDay(new Date(at), zone), pairDayLimit }
    const decided = batch.map(accepted => {
      const decision = decide(state, accepted, terms)
      evolve(state, decision)
      return { ...accepted, decision }
    })
    if (!thorough && decided.some(isUncertain)) return 'read thoroughly'
    const writes = writesOf({ zone, at }, before, state, decided)
    if (isEmpty(writes)) {
      const [isCurrent, refused] = await Promise.all([run.memory.isCurrent(), refusals])
      if (!isCurrent) throw new SnapshotMismatch()
      if (refused.size > 0) return { refused }
    } else {
      const walletTotal = fence.walletTotal + sumOfChanges(before.wallets, state.wallets)
      const { playHead, creditHead } = state
      const after = { ...fence, version: fence.version + 1n, playHead, creditHead, walletTotal }
      const ids = decided.filter(({ decision }) => isWritten(decision)).map(({ id }) => id)
      const refused = await commit(run, { fence, after, writes, refusals, ids })
      if (refused.size > 0) return { refused }
      run.memory.keep(state, after)
      if (batch.some(({ request }) => request.type === 'change')) run.memory.forgetPlayers()
      if (!run.isGivenUp) onCommit({ size: batch.length, booked: writes.booked, outbox: writes.sideWrites.length > 0 })
    }
    for (const { id } of decided) seen.add(id)
    return { outcomes: decided.map(({ id, decision }) => outcomeOf(decision, ours.delete(id))) }
  }

  type Commit = {
    fence: Fence
    after: Fence
    writes: BatchWrites
    refusals: Promise<Refused>
    ids: readonly string[]
  }

  /**
   * Writes and commits a batch, unless some of its requests are refused while it does. After a lost connection or a
   * failed commit the server may still hold the transaction, so the session is discarded.
   */
  async function commit(run: Run, { fence, after, writes, refusals, ids }: Commit): Promise<Refused> {
    const session = await writer.current()
    requireCurrent(run)
    run.session = session
    let isSubmitted = false
    session.startTransaction(transactionOptions)
    try {
      await passFence(db, session, fence, after)
      const refused: Refused = await executeWrites({ client, db, session }, writes)
      for (const [index, error] of await refusals) refused.set(index, error)
      if (refused.size > 0) {
        await session.abortTransaction()
        return refused
      }
      requireCurrent(run)
      isSubmitted = true
      for (const id of ids) {
        run.submitted.add(id)
        // Should the outcome stay unknown, the next attempt looks whether it was booked.
        seen.add(id)
      }
      await session.commitTransaction()
      return refused
    } catch (error) {
      if (isSubmitted || isConnectionLost(error)) writer.discard(session)
      else if (session.inTransaction()) await session.abortTransaction()
      throw error
    }
  }

  /** @throws FenceLost when it is another instance's, so that nothing may be written here. */
  async function ownFence(memory: Memory): Promise<Fence> {
    const cached = await memory.fence()
    if (holder === undefined || cached.holder === holder) return cached
    memory.drop()
    const read = await memory.fence()
    if (read.holder !== holder) throw new FenceLost()
    return read
  }

  return settle
}

const isEmpty = ({ wallets, externals, wins, inserts, sideWrites }: BatchWrites) =>
  wallets.length + externals.length + wins.length + inserts.size + sideWrites.length === 0

type Wallets = Readonly<LedgerState['wallets']>

function sumOfChanges(before: Wallets, after: Wallets): bigint {
  let sum = 0n
  for (const [id, { balance }] of after) sum += balance - (before.get(id)?.balance ?? 0n)
  return sum
}

/** Its callers have been told that it is not booked, unless it was submitted before. */
function requireCurrent({ isGivenUp }: Run): void {
  if (isGivenUp) throw new Error('The batch was given up.')
}

const isWritten = (decision: Decision) =>
  decision.type === 'settled' || (decision.type === 'refused' && decision.keep !== undefined)

/** A decision that inserts no row meets no unique id that would reveal an earlier booking, so the key is looked up. */
function isUncertain({ request, decision }: { request: LedgerRequest; decision: Decision }): boolean {
  if (request.type === 'change' || decision.type === 'settled') return false
  if (decision.type === 'repeated') return request.type === 'close'
  return !decision.replayed && decision.reason !== 'KEY_REUSED'
}

function outcomeOf(decision: Decision, isOurs: boolean): Outcome {
  if (decision.type === 'refused') {
    const { reason, left, replayed, verdict } = decision
    return { error: new LedgerRefusal(reason, { left, replayed, verdict }) }
  }
  const { result } = decision
  return { result: isOurs && 'replayed' in result ? { ...result, replayed: false } : result }
}

function spread(batch: readonly Accepted[], refused: Refused, outcomes: readonly Outcome[]): Outcome[] {
  const rest = outcomes[Symbol.iterator]()
  return batch.map((_, index) => {
    if (refused.has(index)) return { error: refused.get(index) }
    return rest.next().value ?? { error: new LedgerRefusal('NOT_BOOKED') }
  })
}

const isLate = ({ reason }: LedgerRefusal) => reason === 'TIMED_OUT' || reason === 'NOT_BOOKED'

/** A request whose commit was never submitted is surely not booked. */
function late(transferId: string, { submitted }: Run, cause: unknown): Outcome {
  const reason = submitted.has(transferId) ? 'TIMED_OUT' : 'NOT_BOOKED'
  return { error: new LedgerRefusal(reason, { ...(reason === 'TIMED_OUT' && { transferId }), cause }) }
}
