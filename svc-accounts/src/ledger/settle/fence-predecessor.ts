import type { Logger } from '@cascade/service-kit'
import type { Binary, ClientSession, Db } from 'mongodb'
import { writersOf } from '../store/collections'

const longestTransactionSeconds = 5

/**
 * Ends what a killed predecessor left open: its transaction would block the wallets it touched for up to a minute.
 * Then writes down this session for the successor.
 */
export async function fencePredecessor(
  db: Db,
  { writerId, session, logger }: { writerId: string; session: ClientSession; logger: Logger },
): Promise<void> {
  const sessionId = session.id?.id
  if (!sessionId) throw new Error('The session of the writer has no id')
  const predecessor = await writersOf(db).findOne({ _id: writerId })
  if (predecessor) await db.command({ killSessions: [{ id: predecessor.sessionId }] })
  await writersOf(db).updateOne({ _id: writerId }, { $set: { sessionId, startedAt: new Date() } }, { upsert: true })
  // A managed server does not let us set this; then its own limit holds for the case that a writer never comes back.
  await db
    .admin()
    .command({ setParameter: 1, transactionLifetimeLimitSeconds: longestTransactionSeconds })
    .catch((error: unknown) => logger.debug({ err: error }, 'transaction limit stays as it is'))
}

/**
 * Ends what the other writers have open. One that is alive loses a transaction that it repeats; one that was killed no
 * longer stands in the way.
 */
export async function endOtherWriters(db: Db, own: ClientSession): Promise<void> {
  const others = await writersOf(db)
    .find({ sessionId: { $ne: own.id?.id as Binary } })
    .toArray()
  if (others.length > 0) await db.command({ killSessions: others.map(({ sessionId }) => ({ id: sessionId })) })
}
