import { registerSession } from '@cascade/service-kit'
import type { Binary, ClientSession, Db, MongoClient } from 'mongodb'
import { writersOf } from '../store/collections'

const rowTtlMs = 30 * 86_400_000

export type WriterSession = ReturnType<typeof createWriterSession>

/**
 * The long-lived session in which this instance commits its batches. Its id is stored under `writerId`, so that a
 * successor can kill it on the server: a transaction that was left open would block its wallets for up to a minute.
 */
export function createWriterSession({ client, db, writerId }: { client: MongoClient; db: Db; writerId: string }) {
  let session: ClientSession | undefined
  let opened = 0

  async function open(): Promise<ClientSession> {
    const turn = ++opened
    const fresh = client.startSession()
    await registerSession(client, fresh)
    const sessionId = idOf(fresh)
    const predecessor = await writersOf(db).findOne({ _id: writerId })
    if (predecessor) await db.command({ killSessions: [{ id: predecessor.sessionId }] })
    await writersOf(db).updateOne({ _id: writerId }, { $set: { sessionId, startedAt: new Date() } }, { upsert: true })
    await writersOf(db).deleteMany({ startedAt: { $lt: new Date(Date.now() - rowTtlMs) } })
    // An earlier call that was given up may end after a later one.
    if (turn !== opened) throw new Error('The session of the writer was opened again in the meantime.')
    session = fresh
    return fresh
  }

  return {
    /** The session to commit in. The one before, whether of this process or of its predecessor, is dead by then. */
    current: async (): Promise<ClientSession> => session ?? open(),

    /** To be called after any doubt about a session's transaction: the next batch gets a new session. */
    discard(doubtful: ClientSession | undefined): void {
      if (doubtful !== session) return
      session = undefined
      opened++
      if (doubtful) void end(doubtful)
    },

    /**
     * Kills the sessions of all other writers. A living one repeats what it loses; a dead one no longer blocks this
     * one.
     */
    async killOthers(): Promise<void> {
      const own = idOf(session ?? (await open()))
      const others = await writersOf(db)
        .find({ sessionId: { $ne: own } })
        .toArray()
      if (others.length > 0) await db.command({ killSessions: others.map(({ sessionId }) => ({ id: sessionId })) })
    },

    async end(): Promise<void> {
      if (session) await end(session)
    },
  }
}

function idOf({ id }: ClientSession): Binary {
  if (!id) throw new Error('The session of the writer has no id.')
  return id.id as Binary
}

const end = (session: ClientSession) => session.endSession().catch(() => undefined)
