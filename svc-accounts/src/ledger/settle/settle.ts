import { businessDay, isDuplicateKey, sleep } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { LedgerRefusal } from '../answers'
import { decide } from '../decide/decide'
import { type Accepted, type Decision, evolve, type LedgerResult, type LedgerState } from '../decide/ledger-state'
import type { LedgerRequest } from '../types'
import { type BatchWrites, executeWrites, writesOf } from './batch-writes'
import {
  endOtherWriters,
  FenceHeld,
  FenceLost,
  isCommitUnknown,
  isTransient,
  passFence,
  SnapshotMismatch,
} from './fence'
import { createMemory, type Fence, unconfirmed } from './memory'
import { createSeenIds, readState } from './read-state'

export type Outcome = { result: LedgerResult } | { error: unknown }
/** What a batch has left: the events of the feeds, and whether side writes may have put others into the outbox. */
export type Committed = { size: number; booked: BatchWrites['booked']; outbox: boolean }
export type Settle = (batch: readonly Accepted[]) => Promise<Outcome[]>

/** Half a second less than the writer queue answers in, so that what it calls late is rarely booked after all. */
const deadlineMs = 2_500
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

/**
 * Settles batches on one long-lived session: one transaction for all of a batch, repeated on conflicts. It reads
 * nothing: batches are decided on what is known, and the fence row proves that it is still so. A batch that fails for
 * another reason is settled one by one, so that a poisoned request fails alone.
 */
export function createSettle(deps: {
  client: MongoClient
  db: Db
  session: ClientSession
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
  /** The fence is another instance's: nothing of the batch is booked. */
  onFenceLost?: () => void
}): Settle {
  const { client, db, session, zone, pairDayLimit, holder, now, onCommit, onConflict, onFenceLost } = deps
  const seen = createSeenIds(20_000)
  const memory = createMemory(db)

  async function settle(batch: readonly Accepted[]): Promise<Outcome[]> {
    const tried = new Set<string>()
    try {
      return await untilCommitted(batch, tried)
    } catch (error) {
      if (error instanceof FenceLost) onFenceLost?.()
      if (isTransient(error) || error instanceof FenceLost)
        return batch.map(({ id }) => ({ error: lateRefusal(id, tried, error) }))
      if (batch.length === 1) return [{ error: refusalOf(error) }]
    }
    return settleSingly(batch)
  }

  async function settleSingly(batch: readonly Accepted[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const accepted of batch) {
      // After one timeout the rest are refused at once: the database is away.
      const last = outcomes.at(-1)
      const isDown = last && 'error' in last && last.error instanceof LedgerRefusal && isLate(last.error)
      outcomes.push(...(isDown ? [{ error: new LedgerRefusal('NOT_BOOKED') }] : await settle([accepted])))
    }
    return outcomes
  }

  /** `tried` is filled with the ids whose commit was asked for. */
  async function untilCommitted(batch: readonly Accepted[], tried: Set<string>): Promise<Outcome[]> {
    const deadline = performance.now() + deadlineMs
    const refused: Refused = new Map()
    let thorough = false
    let held: Held | undefined
    for (let wait = 10; ; wait = Math.min(wait * 2, longestWaitMs)) {
      const left = batch.filter((_, index) => !refused.has(index))
      try {
        const attempt = await attemptOnce(left, thorough, tried)
        if (attempt === 'read thoroughly') {
          thorough = true
          continue
        }
        if ('outcomes' in attempt) return spread(batch, refused, attempt.outcomes)
        const positions = batch.flatMap((_, index) => (refused.has(index) ? [] : [index]))
        for (const [index, error] of attempt.refused) refused.set(positions[index] ?? -1, error)
      } catch (error) {
        await abort()
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

  /** Who holds the fence for so long without a commit is gone, or will do what it was about to do once more. */
  async function watchHolder({ version }: FenceHeld, held: Held | undefined): Promise<Held> {
    const now = performance.now()
    if (held?.version !== version) return { version, since: now }
    if (now - held.since < longestHoldMs) return held
    await endOtherWriters(db, session).catch(() => undefined)
    return { version, since: now }
  }

  /** `tried` holds the ids whose commit was asked for: found booked later, the first of each is ours and no replay. */
  async function attemptOnce(batch: readonly Accepted[], thorough: boolean, tried: Set<string>): Promise<Attempt> {
    const ours = new Set(tried)
    const fence = await ownFence()
    const refusals = unconfirmed(batch)
    const state = await readState({ db, memory }, batch, { fence, seen, thorough })
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
    const writes = writesOf(zone, before, state, decided)
    if (isEmpty(writes)) {
      const [isCurrent, refused] = await Promise.all([memory.isCurrent(), refusals])
      if (!isCurrent) throw new SnapshotMismatch()
      if (refused.size > 0) return { refused }
    } else {
      const walletTotal = fence.walletTotal + sumOfChanges(before.wallets, state.wallets)
      const { playHead, creditHead } = state
      const after = { ...fence, version: fence.version + 1n, playHead, creditHead, walletTotal }
      session.startTransaction(transactionOptions)
      await passFence(db, session, fence, after)
      const refused: Refused = await executeWrites({ client, db, session }, writes)
      for (const [index, error] of await refusals) refused.set(index, error)
      if (refused.size > 0) {
        await session.abortTransaction()
        return { refused }
      }
      for (const { id, decision } of decided) if (decision.type === 'settled') tried.add(id)
      await commit()
      keep(state, after, decided)
      onCommit({ size: batch.length, booked: writes.booked, outbox: writes.sideWrites.length > 0 })
    }
    for (const { id } of decided) seen.add(id)
    return { outcomes: decided.map(({ id, decision }) => outcomeOf(decision, ours.delete(id))) }
  }

  /** @throws FenceLost when it is another instance's, so that nothing may be written here. */
  async function ownFence(): Promise<Fence> {
    const known = await memory.fence()
    if (holder === undefined || known.holder === holder) return known
    memory.drop()
    const read = await memory.fence()
    if (read.holder !== holder) throw new FenceLost()
    return read
  }

  function keep(state: LedgerState, after: Fence, decided: readonly { request: LedgerRequest }[]) {
    memory.keep(state, after)
    if (decided.some(({ request }) => request.type === 'change')) memory.forgetPlayers()
  }

  /** After a failure nothing is known: not what was written, nor what others did. */
  async function abort() {
    memory.drop()
    if (session.inTransaction()) await session.abortTransaction().catch(() => undefined)
  }

  async function commit() {
    await session.commitTransaction().catch(async (error: unknown) => {
      if (!isCommitUnknown(error)) throw error
      await session.commitTransaction()
    })
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

/** No unique id reveals that a key which is rejected now was booked before: it is read thoroughly. */
function isUncertain({ request, decision }: { request: LedgerRequest; decision: Decision }): boolean {
  if (request.type === 'change' || decision.type === 'settled') return false
  if (decision.type === 'repeated') return request.type === 'close'
  return !decision.replayed && decision.reason !== 'KEY_REUSED'
}

function outcomeOf(decision: Decision, isOurs: boolean): Outcome {
  if (decision.type === 'refused') {
    return { error: new LedgerRefusal(decision.reason, { replayed: decision.replayed }) }
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

/** Whose commit was never asked for is surely not booked. */
const lateRefusal = (transferId: string, tried: ReadonlySet<string>, cause: unknown) =>
  tried.has(transferId)
    ? new LedgerRefusal('TIMED_OUT', { transferId, cause })
    : new LedgerRefusal('NOT_BOOKED', { cause })

function refusalOf(error: unknown): unknown {
  return isDuplicateKey(error, 'booked_once') ? new LedgerRefusal('REF_BOOKED', { cause: error }) : error
}
