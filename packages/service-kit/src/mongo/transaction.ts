import type { ClientSession, MongoClient } from 'mongodb'
import { sleep } from '../clock'
import { isCommitUnknown, isTransient, StaleCursor } from './driver-errors'
import { reapDeadInstances, registerSession } from './instances'

/** A transaction under way, as stores take it: whoever is given one writes in it and does not end it. */
export type Tx = ClientSession

const transactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
} as const
/** A transaction is not begun or committed again after this time. */
const transactionMsMax = 10_000
const backoffMsMax = 500

/**
 * Runs `work` in one transaction, again after a conflict or a lost connection, so it must have no other effect. Own
 * loop: the driver's `withTransaction` repeats for two minutes, and 7.9.0 has no option for less.
 * @throws the last error; `isCommitUnknown` tells where the transaction may have been committed
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

/** A commit whose outcome is unknown is asked for again: that commits nothing twice. */
async function commit(session: ClientSession, deadline: number): Promise<void> {
  // `work` has ended the transaction by itself.
  if (!session.inTransaction()) return
  for (;;) {
    try {
      return await session.commitTransaction()
    } catch (error) {
      if (!isCommitUnknown(error) || performance.now() > deadline) throw error
    }
  }
}
