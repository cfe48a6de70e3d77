import { sleep } from '@cascade/service-kit'
import type { ClientSession, Db, MongoClient } from 'mongodb'
import { type Accepted, type Decision, evolve, type LedgerResult } from './books'
import { decide } from './decide'
import { hasCode, isCommitUnknown, isPassing, SnapshotMismatch } from './mongo-errors'
import { readBooks } from './read-books'
import { LedgerRefusal } from './refusals'
import type { LedgerRequest } from './types'
import { type BatchWrites, writesOf } from './write-batch'

export type Outcome = { result: LedgerResult } | { error: unknown }
export type Settle = (batch: readonly Accepted[]) => Promise<Outcome[]>

const deadlineMs = 3_000
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
        if (!isPassing(error) || performance.now() > deadline) throw error
        await sleep(Math.random() * wait)
      }
    }
  }

  /** `tried` holds the ids whose commit was asked for: found booked later, the first of each is ours and no replay. */
  async function attemptOnce(batch: readonly Accepted[], thorough: boolean, tried: Set<string>): Promise<Attempt> {
    const ours = new Set(tried)
    session.startTransaction(transactionOptions)
    const books = await readBooks(db, batch, { session, thorough })
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
    const writes = writesOf({ db, zone }, before, decided)
    const unmatched = await write(writes)
    if (unmatched.size > 0 || writes.models.length === 0) await session.abortTransaction()
    if (unmatched.size > 0) return { unmatched }
    if (writes.models.length > 0) {
      for (const { id, decision } of decided) if (decision.type === 'settled') tried.add(id)
      await commit()
    }
    return { outcomes: decided.map(({ id, decision }) => outcomeOf(decision, ours.delete(id))) }
  }

  async function commit() {
    await session.commitTransaction().catch(async (error: unknown) => {
      if (!isCommitUnknown(error)) throw error
      await session.commitTransaction()
    })
    onCommit()
  }

  /** @returns the requests whose guarded further write matched nothing. */
  async function write({ models, owners, hasAlso }: BatchWrites): Promise<Set<number>> {
    const unmatched = new Set<number>()
    if (models.length === 0) return unmatched
    const result = await client.bulkWrite(models, { session, ordered: true, verboseResults: hasAlso })
    const isGuarded = (index: number) => models[index]?.name !== 'insertOne'
    if (!hasAlso) {
      const expected = models.filter((_, index) => isGuarded(index)).length
      if (Number(result.matchedCount) !== expected) throw new SnapshotMismatch()
      return unmatched
    }
    models.forEach((_, index) => {
      if (!isGuarded(index)) return
      const update = result.updateResults?.get(index)
      const hits = update ? Number(update.matchedCount) + (update.didUpsert ? 1 : 0) : 0
      if (hits + Number(result.deleteResults?.get(index)?.deletedCount ?? 0) > 0) return
      const owner = owners[index] ?? -1
      if (owner < 0) throw new SnapshotMismatch()
      unmatched.add(owner)
    })
    return unmatched
  }

  return settle
}

/** A refusal that nothing is written for: no insert would tell that its key was booked before. */
const isUncertain = ({ request, decision }: { request: LedgerRequest; decision: Decision }) =>
  request.type !== 'change' &&
  decision.type === 'refused' &&
  !decision.keep &&
  !decision.replayed &&
  decision.reason !== 'KEY_REUSED'

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
    if (refused.has(index)) return { error: new LedgerRefusal('ALSO_UNMATCHED') }
    return rest.next().value ?? { error: new LedgerRefusal('TIMED_OUT') }
  })
}

function refusalOf(error: unknown): unknown {
  return hasCode(error, 11000, 'booked_once') ? new LedgerRefusal('REF_BOOKED', { cause: error }) : error
}
