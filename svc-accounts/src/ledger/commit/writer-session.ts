import { registerSession } from '@cascade/service-kit'
import type { Binary, ClientSession, Db, MongoClient } from 'mongodb'
import { writersOf } from '../store/collections'

const rowTtlMs = 30 * 86_400_000

export type WriterSession = ReturnType<typeof createWriterSession>

/**
 * The long-lived session in which this instance commits its batches. Its id is stored under `writerId`, so that a
 * successor can kill it on the server: an open transaction of a dead process would block its wallets for up to a minute.
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
    // An earlier, abandoned call may finish after a later one.
    if (turn !== opened) throw new Error('writer session was reopened concurrently')
    session = fresh
    return fresh
  }

  return {
    /** The session to commit in. Any earlier session of this writer, also of a former process, has been killed. */
    current: async (): Promise<ClientSession> => session ?? open(),

    /** Call when the state of the session's transaction is in doubt: the next batch gets a new session. */
    discard(doubtful: ClientSession | undefined): void {
      if (doubtful !== session) return
      session = undefined
      opened++
      if (doubtful) void end(doubtful)
    },

    /** Kills the sessions of all other writers: a live one retries its transaction, a dead one no longer blocks. */
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
  if (!id) throw new Error('writer session has no id')
  return id.id as Binary
}

const end = (session: ClientSession) => session.endSession().catch(() => undefined)
