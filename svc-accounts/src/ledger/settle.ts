import { sleep } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { type Accepted, type Decision, evolve, type LedgerResult } from './books'
import { decide } from './decide'
import { executeWrites } from './execute-writes'
import { hasCode, isCommitUnknown, isPassing } from './mongo-errors'
import { readBooks } from './read-books'
import { LedgerRefusal } from './refusals'
import { createSeenIds } from './seen-ids'
import type { LedgerRequest } from './types'
import { type BatchWrites, writesOf } from './write-batch'

export type Outcome = { result: LedgerResult } | { error: unknown }
export type Settle = (batch: readonly Accepted[]) => Promise<Outcome[]>

/** Half a second less than the lane answers in, so that what it calls late is rarely booked after all. */
const deadlineMs = 2_500
const longestWaitMs = 500
const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const

type Attempt = { outcomes: Outcome[] } | { unmatched: Set<number> } | 'read thoroughly'

/**
 * Settles batches on one long-lived session: one transaction for all of a batch, repeated on conflicts. A batch that
 * fails for another reason is settled one by one, so that a poisoned request fails alone.
 */
export function createSettle(deps: {
  client: MongoClient
  db: Db
  session: ClientSession
  zone: string
  now: () => number
  onCommit: () => void
}): Settle {
  const { client, db, session, zone, now, onCommit } = deps
  const seen = createSeenIds(20_000)

  async function settle(batch: readonly Accepted[]): Promise<Outcome[]> {
    try {
      return await untilCommitted(batch)
    } catch (error) {
      if (isPassing(error)) return batch.map(() => ({ error: new LedgerRefusal('TIMED_OUT', { cause: error }) }))
      if (batch.length === 1) return [{ error: refusalOf(error) }]
    }
    return settleSingly(batch)
  }

  async function settleSingly(batch: readonly Accepted[]): Promise<Outcome[]> {
    const outcomes: Outcome[] = []
    for (const accepted of batch) {
      // A database that does not answer one does not answer the others: the lane must not wait for each.
      const last = outcomes.at(-1)
      const isDown = last && 'error' in last && last.error instanceof LedgerRefusal && last.error.reason === 'TIMED_OUT'
      outcomes.push(...(isDown ? [last] : await settle([accepted])))
    }
    return outcomes
  }

  async function untilCommitted(batch: readonly Accepted[]): Promise<Outcome[]> {
    const deadline = performance.now() + deadlineMs
    const refused = new Set<number>()
    const tried = new Set<string>()
    let thorough = false
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
        for (const index of attempt.unmatched) refused.add(positions[index] ?? -1)
      } catch (error) {
        await session.abortTransaction().catch(() => undefined)
        if (hasCode(error, 11000) && !thorough) {
          thorough = true
          continue
        }
        const pause = Math.random() * wait
        if (!isPassing(error) || performance.now() + pause > deadline) throw error
        await sleep(pause)
      }
    }
  }

  /** `tried` holds the ids whose commit was asked for: found booked later, the first of each is ours and no replay. */
  async function attemptOnce(batch: readonly Accepted[], thorough: boolean, tried: Set<string>): Promise<Attempt> {
    const ours = new Set(tried)
    session.startTransaction(transactionOptions)
    const books = await readBooks(db, batch, { session, seen, thorough })
    const before = new Map(books.wallets)
    const decided = batch.map(accepted => {
      const decision = decide(books, accepted, now())
      evolve(books, decision)
      return { ...accepted, decision }
    })
    if (!thorough && decided.some(isUncertain)) {
      await session.abortTransaction()
      return 'read thoroughly'
    }
    const writes = writesOf(zone, before, decided)
    if (isEmpty(writes)) {
      await session.abortTransaction()
    } else {
      const unmatched = await executeWrites({ client, db, session }, writes)
      if (unmatched.size > 0) {
        await session.abortTransaction()
        return { unmatched }
      }
      for (const { id, decision } of decided) if (decision.type === 'settled') tried.add(id)
      await commit()
    }
    for (const { id } of decided) seen.add(id)
    return { outcomes: decided.map(({ id, decision }) => outcomeOf(decision, ours.delete(id))) }
  }

  async function commit() {
    await session.commitTransaction().catch(async (error: unknown) => {
      if (!isCommitUnknown(error)) throw error
      await session.commitTransaction()
    })
    onCommit()
  }

  return settle
}

const isEmpty = ({ wallets, inserts, also }: BatchWrites) => wallets.length + inserts.size + also.length === 0

/** Nothing is written for it, so no insert would tell that its key was booked before. */
function isUncertain({ request, decision }: { request: LedgerRequest; decision: Decision }): boolean {
  if (request.type === 'change' || decision.type === 'settled') return false
  if (decision.type === 'repeated') return request.type === 'close'
  return !decision.keep && !decision.replayed && decision.reason !== 'KEY_REUSED'
}

function outcomeOf(decision: Decision, isOurs: boolean): Outcome {
  if (decision.type === 'refused') {
    return { error: new LedgerRefusal(decision.reason, { replayed: decision.replayed }) }
  }
  const { result } = decision
  return { result: isOurs && 'replayed' in result ? { ...result, replayed: false } : result }
}

function spread(batch: readonly Accepted[], refused: ReadonlySet<number>, outcomes: readonly Outcome[]): Outcome[] {
  const rest = outcomes[Symbol.iterator]()
  return batch.map((_, index) => {
    if (refused.has(index)) return { error: new LedgerRefusal('PRECONDITION_FAILED') }
    return rest.next().value ?? { error: new LedgerRefusal('TIMED_OUT') }
  })
}

function refusalOf(error: unknown): unknown {
  return hasCode(error, 11000, 'booked_once') ? new LedgerRefusal('REF_BOOKED', { cause: error }) : error
}
