import { ledgerInternal } from '@cascade/contracts/accounts'
import {
  AppError,
  duplicateKeyText,
  type InternalClient,
  sleep,
  type Verdict,
  wasNotReached,
} from '@cascade/service-kit'
import { BSON, MongoServerError } from 'mongodb'
import { createGroupedRead } from '../../caching/grouped-read'
import { findUnconfirmed } from '../commit/cache'
import type { CommitBatch } from '../commit/commit-batch'
import type { Outcome } from '../commit/outcomes'
import type { QueuedRequest } from '../decide/ledger-state'
import { LedgerRejection, type RejectionReason } from '../rejection'
import type { LeaderElection } from './leader'

/** Same as the commit timeout of the leader: the queue answers half a second later. */
const leaderWaitMsMax = 2_500
const forwardTimeoutMs = 3_000
const retryEveryMs = 100

/**
 * Commits a batch here if this instance is the leader, otherwise forwards it to the leader. Waits up to 2.5 s for a
 * leader; then the batch is guaranteed not booked.
 */
export function createForwarder(parts: {
  commitHere: CommitBatch
  election: Pick<LeaderElection, 'isLeader' | 'leaderUrl'>
  call: InternalClient
  /** Address of this instance, where the leader re-checks conditions. */
  url: string
  forwarded: ForwardedRequests
}): CommitBatch {
  const { commitHere, election, call, url: from, forwarded } = parts

  async function commitAtLeader(batch: readonly QueuedRequest[]): Promise<Outcome[]> {
    const deadline = performance.now() + leaderWaitMsMax
    while (performance.now() < deadline) {
      if (election.isLeader()) {
        const outcomes = await commitHere(batch)
        // Nothing was booked and the leadership moved: try the new leader.
        if (election.isLeader() || !outcomes.every(isNotBookedOutcome)) return outcomes
        continue
      }
      const url = await election.leaderUrl().catch(() => undefined)
      const outcomes = url === undefined ? undefined : await forward(url, batch)
      if (outcomes) return outcomes
      await sleep(retryEveryMs)
    }
    return batch.map(notBooked)
  }

  /** @returns undefined when nothing was booked and the call can be retried */
  async function forward(url: string, batch: readonly QueuedRequest[]): Promise<Outcome[] | undefined> {
    const rejected = await findUnconfirmed(batch)
    // Never forward twice: two instances could wait for each other.
    const toForward = batch.filter(({ isForwarded }, index) => !isForwarded && !rejected.has(index))
    const { outcomes, errors } = await forwarded.during(toForward, async () =>
      toForward.length === 0 ? [] : callLeader(url, toForward),
    )
    if (!outcomes) return undefined
    const rest = outcomes[Symbol.iterator]()
    return batch.map(({ isForwarded, id }, index) => {
      if (rejected.has(index)) return { error: rejected.get(index) }
      const outcome = (isForwarded ? undefined : rest.next().value) ?? notBooked()
      // The leader only knows that the condition failed; the error is here.
      return 'error' in outcome && errors.has(id) && isNotBooked(outcome.error) ? { error: errors.get(id) } : outcome
    })
  }

  async function callLeader(url: string, batch: readonly QueuedRequest[]): Promise<Outcome[] | undefined> {
    const body = { batch: encodeBatch(batch, from) }
    try {
      const { outcomes } = await call(ledgerInternal.commit, { url, body, timeoutMs: forwardTimeoutMs })
      return outcomes === null ? undefined : decodeOutcomes(outcomes)
    } catch (error) {
      if (wasNotReached(error)) return undefined
      if (isRejectedByRouter(error)) return batch.map(() => ({ error }))
      return batch.map(({ id }) => ({ error: new LedgerRejection('TIMED_OUT', { transferId: id, cause: error }) }))
    }
  }

  return commitAtLeader
}

const isNotBookedOutcome = (outcome: Outcome) => 'error' in outcome && isNotBooked(outcome.error)
const isNotBooked = (error: unknown) => error instanceof LedgerRejection && error.reason === 'NOT_BOOKED'
const notBooked = (): Outcome => ({ error: new LedgerRejection('NOT_BOOKED') })

/** Rejected by the leader's HTTP layer (token or size): nothing was booked. */
const isRejectedByRouter = (error: unknown) =>
  error instanceof AppError && (error.code === 'TOO_LARGE' || error.reason === 'SERVICE_TOKEN_REFUSED')

const confirmTimeoutMs = 1_000

export type ForwardedRequests = ReturnType<typeof createForwardedRequests>

/**
 * Requests that this instance has forwarded and waits for. While committing, the leader calls back to re-check their
 * conditions, because these may have changed since.
 */
export function createForwardedRequests() {
  const open = new Map<readonly QueuedRequest[], Map<string, unknown>>()
  return {
    /** @returns the result of `work`, and by id the errors of conditions that failed in the meantime */
    async during<T>(
      batch: readonly QueuedRequest[],
      work: () => Promise<T>,
    ): Promise<{ outcomes: T; errors: Map<string, unknown> }> {
      const errors = new Map<string, unknown>()
      open.set(batch, errors)
      try {
        return { outcomes: await work(), errors }
      } finally {
        open.delete(batch)
      }
    },

    /** @returns the ids that must not be booked: their condition fails, or no caller waits for them any more */
    async findUnconfirmed(ids: readonly string[]): Promise<string[]> {
      const requested = new Set(ids)
      const pending = new Set<string>()
      const rejected = new Set<string>()
      for (const [batch, errors] of open) {
        const matching = batch.filter(({ id }) => requested.has(id))
        for (const { id } of matching) pending.add(id)
        for (const [index, error] of await findUnconfirmed(matching)) {
          const id = matching[index]?.id ?? ''
          rejected.add(id)
          errors.set(id, error)
        }
      }
      return ids.filter(id => !pending.has(id) || rejected.has(id))
    },
  }
}

/** Re-checks conditions at the instance that forwarded the batch, with one call for all requests. */
export function withRemoteConfirm(
  call: InternalClient,
  url: string,
  batch: readonly ForwardedRequest[],
): QueuedRequest[] {
  const readConfirmed = createGroupedRead(async ids => {
    const { refused: rejected } = await call(ledgerInternal.confirm, {
      url,
      body: { ids },
      timeoutMs: confirmTimeoutMs,
    })
    const rejectedIds = new Set(rejected)
    return new Map(ids.filter(id => !rejectedIds.has(id)).map(id => [id, true]))
  })
  const confirm = async (id: string) => {
    // An unreachable instance confirms nothing.
    const confirmed = await readConfirmed([id]).catch(() => new Map<string, true>())
    if (!confirmed.has(id)) throw new LedgerRejection('NOT_BOOKED')
  }
  return batch.map(({ isConditional, ...queued }) =>
    isConditional ? { ...queued, confirm: () => confirm(queued.id) } : queued,
  )
}

/** BSON, so that dates and int64 survive the hop. */
const encode = (value: BSON.Document): string =>
  Buffer.from(BSON.serialize(value, { ignoreUndefined: true })).toString('base64')
const decode = (text: string): BSON.Document =>
  BSON.deserialize(Buffer.from(text, 'base64'), { useBigInt64: true, promoteBuffers: false })

/** @param from address of this instance, where conditions are re-checked */
const encodeBatch = (batch: readonly QueuedRequest[], from: string): string =>
  encode({
    batch: batch.map(({ request, id, hash, confirm }) => ({ request, id, hash, isConditional: confirm !== undefined })),
    from,
  })

/** `isConditional`: the forwarding instance must re-check it before the commit. */
type ForwardedRequest = QueuedRequest & { isConditional?: boolean }

/** @returns the batch, and the address of the instance that re-checks its conditions */
export function decodeBatch(text: string): { batch: ForwardedRequest[]; from: string } {
  const { batch, from } = decode(text) as { batch: ForwardedRequest[]; from: string }
  return { batch: batch.map(request => ({ ...request, isForwarded: true })), from }
}

type EncodedError =
  | { reason: RejectionReason; replayed: boolean; transferId?: string; verdict?: Verdict; left?: bigint }
  | { taken: string }
  | { unexpected: string }
type EncodedOutcome = { result: Extract<Outcome, { result: unknown }>['result'] } | { error: EncodedError }

export const encodeOutcomes = (outcomes: readonly Outcome[]): string =>
  encode({
    outcomes: outcomes.map(
      (outcome): EncodedOutcome => ('result' in outcome ? outcome : { error: encodeError(outcome.error) }),
    ),
  })

const decodeOutcomes = (text: string): Outcome[] => {
  const { outcomes } = decode(text) as { outcomes: EncodedOutcome[] }
  return outcomes.map(outcome => ('result' in outcome ? outcome : { error: decodeError(outcome.error) }))
}

function encodeError(error: unknown): EncodedError {
  if (error instanceof LedgerRejection) {
    const { reason, replayed, transferId, verdict, left } = error
    const line = left === undefined ? {} : { left }
    return { reason, replayed, ...(transferId ? { transferId } : {}), ...(verdict ? { verdict } : {}), ...line }
  }
  const taken = duplicateKeyText(error)
  return taken === undefined ? { unexpected: String(error) } : { taken }
}

function decodeError(encoded: EncodedError): Error {
  if ('reason' in encoded) {
    const { reason, ...details } = encoded
    return new LedgerRejection(reason, details)
  }
  if ('taken' in encoded) return new MongoServerError({ message: encoded.taken, code: 11000 })
  return new Error(`The leader failed: ${encoded.unexpected}`)
}
