import { ledgerInternal } from '@cascade/contracts/accounts'
import { AppError, type InternalClient, sleep, wasNotReached } from '@cascade/service-kit'
import { commitBatch } from '../commit/commit-batch'
import type { Committer } from '../commit/committer'
import type { Outcome } from '../commit/outcomes'
import type { QueuedRequest } from '../decide/ledger-state'
import { LedgerRejection } from '../rejection'
import { decodeOutcomes, encodeBatch } from './forwarded-batch'
import type { LeaderElection } from './leader'

/** Same as the commit timeout of the leader: the queue answers half a second later. */
const leaderWaitMsMax = 2_500
const forwardTimeoutMs = 3_000
const retryEveryMs = 100

export type LeaderAccess = {
  committer: Committer
  election: Pick<LeaderElection, 'isLeader' | 'leaderUrl'>
  call: InternalClient
}

/**
 * Commits a batch here if this instance is the leader, otherwise forwards it to the leader. Waits up to 2.5 s for a
 * leader; then the batch is guaranteed not booked.
 */
export async function commitAtLeader(access: LeaderAccess, batch: readonly QueuedRequest[]): Promise<Outcome[]> {
  const { committer, election } = access
  const deadline = performance.now() + leaderWaitMsMax
  while (performance.now() < deadline) {
    if (election.isLeader()) {
      const outcomes = await commitBatch(committer, batch)
      // Nothing was booked and the leadership moved: try the new leader.
      if (election.isLeader() || !outcomes.every(isNotBooked)) return outcomes
      continue
    }
    const url = await election.leaderUrl().catch(() => undefined)
    const outcomes = url === undefined ? undefined : await forward(access, url, batch)
    if (outcomes) return outcomes
    await sleep(retryEveryMs)
  }
  return batch.map(notBooked)
}

/** @returns undefined when nothing was booked and the call can be retried */
async function forward(
  { call }: LeaderAccess,
  url: string,
  batch: readonly QueuedRequest[],
): Promise<Outcome[] | undefined> {
  // Never forward twice: two instances could wait for each other.
  const toForward = batch.filter(({ isForwarded }) => !isForwarded)
  const outcomes = toForward.length === 0 ? [] : await callLeader(call, url, toForward)
  if (!outcomes) return undefined
  const rest = outcomes[Symbol.iterator]()
  return batch.map(({ isForwarded }) => (isForwarded ? undefined : rest.next().value) ?? notBooked())
}

async function callLeader(
  call: InternalClient,
  url: string,
  batch: readonly QueuedRequest[],
): Promise<Outcome[] | undefined> {
  try {
    const body = { batch: encodeBatch(batch) }
    const { outcomes } = await call(ledgerInternal.commit, { url, body, timeoutMs: forwardTimeoutMs })
    return outcomes === null ? undefined : decodeOutcomes(outcomes)
  } catch (error) {
    if (wasNotReached(error)) return undefined
    if (isRejectedByRouter(error)) return batch.map(() => ({ error }))
    return batch.map(({ id }) => ({ error: new LedgerRejection('TIMED_OUT', { transferId: id, cause: error }) }))
  }
}

const isNotBooked = (outcome: Outcome) =>
  'error' in outcome && outcome.error instanceof LedgerRejection && outcome.error.reason === 'NOT_BOOKED'
const notBooked = (): Outcome => ({ error: new LedgerRejection('NOT_BOOKED') })

/** Rejected by the leader's HTTP layer (token or size): nothing was booked. */
const isRejectedByRouter = (error: unknown) =>
  error instanceof AppError && (error.code === 'TOO_LARGE' || error.reason === 'SERVICE_TOKEN_REFUSED')
