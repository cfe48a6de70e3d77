import type { ClientSession, MongoClient } from 'mongodb'
import { sleep } from '../runtime/loop'
import { CommitUnknown, isCommitRefused, isCommitUnknown, isTransient, StaleCursor } from './driver-errors'
import { reapDeadInstances, registerSession } from './instances'

/** An open transaction. Stores write in it and do not end it. */
export type Tx = ClientSession

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const
const transactionMsMax = 10_000
/** Longer than an election. */
const commitMsMax = 30_000
const backoffMsMax = 500

/**
 * Runs `work` in a transaction. Retries after write conflicts and lost connections, so `work` must have no other
 * effect; once a commit was sent, only the commit is retried. Own loop, because the driver's `withTransaction` (7.9.0)
 * retries for two minutes without an option to limit it.
 * @throws CommitUnknown if the transaction may have been committed, otherwise the last error
 */
export async function inTransaction<T>(client: MongoClient, work: (tx: Tx) => Promise<T>): Promise<T> {
  const deadline = performance.now() + transactionMsMax
  const session = client.startSession()
  try {
    await registerSession(client, session)
    for (let backoffMs = 5; ; backoffMs = Math.min(backoffMs * 2, backoffMsMax)) {
      session.startTransaction(transactionOptions)
      try {
        const result = await work(session)
        await commit(session)
        return result
      } catch (error) {
        if (session.inTransaction()) await session.abortTransaction()
        const isRepeated = isTransient(error) && !(error instanceof StaleCursor) && !isCommitUnknown(error)
        if (!isRepeated || performance.now() > deadline) throw error
      }
      reapDeadInstances(client)
      await sleep(Math.random() * backoffMs)
    }
  } finally {
    await session.endSession()
  }
}

/**
 * Repeats the commit, which is idempotent, until its outcome is known. The driver does not label every error that
 * leaves it unknown, e.g. that no server could be selected after the first attempt.
 */
async function commit(session: ClientSession): Promise<void> {
  if (!session.inTransaction()) return
  const deadline = performance.now() + commitMsMax
  for (let pauseMs = 50; ; pauseMs = Math.min(pauseMs * 2, backoffMsMax)) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (isCommitRefused(error)) throw error
      if (session.hasEnded || performance.now() > deadline) throw new CommitUnknown(error)
    }
    await sleep(pauseMs)
  }
}
