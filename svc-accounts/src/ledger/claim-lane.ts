import type { Logger } from '@cascade/service-kit'
import type { ClientSession, Db } from 'mongodb'
import type { LaneRow } from './collections'

const longestTransactionSeconds = 5

/**
 * Ends what a killed predecessor left open: its transaction would block the wallets it touched for up to a minute.
 * Then writes down this session for the successor.
 */
export async function claimLane(
  db: Db,
  { laneName, session, logger }: { laneName: string; session: ClientSession; logger: Logger },
): Promise<void> {
  const lanes = db.collection<LaneRow>('lanes')
  const sessionId = session.id?.id
  if (!sessionId) throw new Error('The session of the lane has no id')
  const predecessor = await lanes.findOne({ _id: laneName })
  if (predecessor) await db.command({ killSessions: [{ id: predecessor.sessionId }] })
  await lanes.updateOne({ _id: laneName }, { $set: { sessionId, startedAt: new Date() } }, { upsert: true })
  // A managed server does not let us set this; then its own limit holds for the case that a lane never comes back.
  await db
    .admin()
    .command({ setParameter: 1, transactionLifetimeLimitSeconds: longestTransactionSeconds })
    .catch((error: unknown) => logger.debug({ err: error }, 'transaction limit stays as it is'))
}
