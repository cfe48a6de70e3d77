import type { Role } from '@cascade/contracts'
import type { CollectionPlan } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'
import { createGroupedRead } from '../grouped-read'

export type Session = {
  _id: string
  accountId: string
  username: string
  role: Role
  ipAddress: string
  userAgent: string
  startedAt: Date
  expiresAt: Date
}

export const sessionPlans: readonly CollectionPlan[] = [
  {
    name: 'sessions',
    indexes: [{ key: { accountId: 1 } }, { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
  },
]

/** Open sessions: a row is there exactly as long as its session lives. */
export function createSessionStore(db: Db, now: () => Date) {
  const rows: Collection<Session> = db.collection('sessions')
  const read = createGroupedRead(
    async ids => new Map((await rows.find({ _id: { $in: ids } }).toArray()).map(row => [row._id, row])),
  )
  return {
    insert: (session: Session, transaction: ClientSession) => rows.insertOne(session, { session: transaction }),
    /** The database removes expired rows with a delay, so that the time is asked here too. */
    async findOpen(sessionId: string): Promise<Session | undefined> {
      const session = (await read([sessionId])).get(sessionId)
      return session && session.expiresAt > now() ? session : undefined
    },
    openOf: (accountIds: readonly string[]) =>
      rows.find({ accountId: { $in: [...accountIds] }, expiresAt: { $gt: now() } }).toArray(),
    allOpen: () => rows.find({ expiresAt: { $gt: now() } }).toArray(),
    remove: (sessionIds: readonly string[], transaction: ClientSession) =>
      rows.deleteMany({ _id: { $in: [...sessionIds] } }, { session: transaction }),
  }
}
