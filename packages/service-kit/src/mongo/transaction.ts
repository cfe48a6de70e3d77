import type { ClientSession, MongoClient } from 'mongodb'
import { sleep } from '../clock'
import { isCommitUnknown, isTransient, StaleCursor } from './driver-errors'
import { reapDeadInstances, registerSession } from './instances'

/** An open transaction. Stores write in it and do not end it. */
export type Tx = ClientSession

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const
const transactionMsMax = 10_000
const backoffMsMax = 500

/**
 * Runs `work` in a transaction. Retries after write conflicts and lost connections, so `work` must have no other
 * effect. Own loop, because the driver's `withTransaction` (7.9.0) retries for two minutes without an option to limit
 * it.
 * @throws the last error; with `isCommitUnknown` the transaction may have been committed
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
        await commit(session, deadline)
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

/** Retries a commit with unknown outcome, which is idempotent. */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  if (!session.inTransaction()) return
  for (;;) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (!isCommitUnknown(error) || performance.now() > deadline) throw error
    }
  }
}
