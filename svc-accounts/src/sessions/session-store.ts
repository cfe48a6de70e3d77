import type { Role } from '@cascade/contracts'
import type { CollectionPlan } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'

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

export type SessionStore = ReturnType<typeof createSessionStore>

/** Open sessions: a row is there exactly as long as its session lives. */
export function createSessionStore(db: Db, now: () => Date) {
  const rows: Collection<Session> = db.collection('sessions')
  return {
    insert: (session: Session, transaction: ClientSession) => rows.insertOne(session, { session: transaction }),
    /** The database removes expired rows with a delay, so that the time is asked here too. */
    findOpen: (sessionId: string) => rows.findOne({ _id: sessionId, expiresAt: { $gt: now() } }),
    openOf: (accountIds: readonly string[]) =>
      rows.find({ accountId: { $in: [...accountIds] }, expiresAt: { $gt: now() } }).toArray(),
    allOpen: () => rows.find({ expiresAt: { $gt: now() } }).toArray(),
    remove: (sessionIds: readonly string[], transaction: ClientSession) =>
      rows.deleteMany({ _id: { $in: [...sessionIds] } }, { session: transaction }),
  }
}
