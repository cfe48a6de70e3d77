import type { Binary, ClientSession, Db } from 'mongodb'
import { writersOf } from '../store/collections'

const keptDays = 30

/**
 * Ends what a killed predecessor left open: its transaction would block the wallets it touched for up to a minute.
 * Then writes down this session for the successor.
 */
export async function fencePredecessor(
  db: Db,
  { writerId, session }: { writerId: string; session: ClientSession },
): Promise<void> {
  const sessionId = session.id?.id
  if (!sessionId) throw new Error('The session of the writer has no id')
  const predecessor = await writersOf(db).findOne({ _id: writerId })
  if (predecessor) await db.command({ killSessions: [{ id: predecessor.sessionId }] })
  await writersOf(db).updateOne({ _id: writerId }, { $set: { sessionId, startedAt: new Date() } }, { upsert: true })
  // Names that containers had once: what was open in their sessions has ended long since.
  await writersOf(db).deleteMany({ startedAt: { $lt: new Date(Date.now() - keptDays * 86_400_000) } })
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
