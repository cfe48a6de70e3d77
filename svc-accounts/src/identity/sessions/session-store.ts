import type { Role } from '@cascade/contracts'
import { type EndedSession, SessionEnded, type SessionEndReason } from '@cascade/contracts/accounts'
import {
  type CausedBy,
  type CollectionSpec,
  createGroupedRead,
  isTransient,
  newEvent,
  outboxRow,
  type Tx,
} from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { Account } from '../../accounts/account'
import { runSideWrites, type SideWrite } from '../../ledger'
import type { StoredPerson } from '../people-store'
import type { IdleLimit } from '../policy/policy-store'

export type Session = {
  _id: string
  accountId: string
  /** Absent for the login of the account itself. */
  personId?: string
  username: string
  role: Role
  ipAddress: string
  userAgent: string
  startedAt: Date
  /** Last recorded activity; absent before the first record. */
  activeAt?: Date
  expiresAt: Date
  /** Last proof of password or factor. */
  provenAt: Date
  /** Last proof of a second factor. */
  factorProvenAt?: Date
  /** The login as which the owner of the session views, until the session `openedBy` ends. */
  view?: { accountId: string; personId?: string; openedBy: string }
}
type OpenSession = Pick<Session, '_id' | 'accountId'>
/** The login of an account, or of a person who acts for it. */
type LoginRef = { account: Pick<Account, '_id'>; person?: Pick<StoredPerson, '_id'> }
const sessionsOf = ({ account, person }: LoginRef) => ({
  accountId: account._id,
  personId: person ? person._id : { $exists: false },
})
type SessionPlace = Pick<Session, 'accountId' | 'username' | 'ipAddress'>

/** Planned end of sessions: the writes, and the sessions whose password proofs to evict after the commit. */
export type Ending = { writes: SideWrite[]; sessionIds: string[] }
type Reason = { reason: string; by: CausedBy }

/** Why a session ended, for as long as its token may still be sent. */
type EndedRow = { _id: string; reason: SessionEndReason; until: Date }
const endedRetentionMs = 86_400_000

export const sessionCollections: readonly CollectionSpec[] = [
  {
    name: 'sessions',
    // The few sessions of an account are sorted in memory: SecantusDB would not use a longer index here.
    indexes: [{ key: { accountId: 1 } }, { key: { expiresAt: 1 }, options: { expireAfterSeconds: 0 } }],
  },
  { name: 'ended_sessions', indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** Resolution of `activeAt`: 50,000 active sessions cost about 400 updates per second. */
const activityResolutionMs = 2 * 60_000
/** At most a twentieth of the idle limit: an idle session may end that much too early, never too late. */
const resolutionOf = (idle: IdleLimit) => Math.min(activityResolutionMs, (idle?.limitMs ?? Infinity) / 20)

const chunkSize = 1_000

/** Groups sessions into events, so that a large subtree does not write thousands of outbox rows. */
const sessionsPerEvent = 1_000

/** Open sessions; a session ends by deleting its row. */
export function createSessionStore(db: Db, now: () => Date) {
  const rows: Collection<Session> = db.collection('sessions')
  const endedRows: Collection<EndedRow> = db.collection('ended_sessions')
  const read = createGroupedRead(
    async ids => new Map((await rows.find({ _id: { $in: ids } }).toArray()).map(row => [row._id, row])),
  )

  return {
    insert: (session: Session, tx: Tx) => rows.insertOne(session, { session: tx }),

    /** Also checks the expiry, because the TTL index deletes with a delay. */
    async findOpen(sessionId: string): Promise<Session | undefined> {
      const session = (await read([sessionId])).get(sessionId)
      return session && session.expiresAt > now() ? session : undefined
    },

    async findOpenMany(sessionIds: readonly string[]): Promise<Session[]> {
      const found = await read(sessionIds)
      return [...found.values()].filter(({ expiresAt }) => expiresAt > now())
    },

    async openOf(accountId: string, limit: number): Promise<{ newest: Session[]; total: number }> {
      const open = { accountId, expiresAt: { $gt: now() } }
      const [newest, total] = await Promise.all([
        rows.find(open).sort({ startedAt: -1, _id: -1 }).limit(limit).toArray(),
        rows.countDocuments(open),
      ])
      return { newest, total }
    },

    /** Records activity, at most once per resolution interval. Ignores transient errors: the next check records it. */
    async recordActivity(sessions: readonly Session[], idle: IdleLimit): Promise<void> {
      const at = now()
      const since = at.getTime() - resolutionOf(idle)
      const ids = sessions.filter(row => (row.activeAt ?? row.startedAt).getTime() <= since).map(({ _id }) => _id)
      if (ids.length === 0) return
      await rows.updateMany({ _id: { $in: ids } }, { $max: { activeAt: at } }).catch((error: unknown) => {
        if (!isTransient(error)) throw error
      })
    },

    /** Records a proof: of a password, or of a factor, which also counts as one. */
    prove: (sessionId: string, provenAt: Date, isFactor: boolean, tx?: Tx) =>
      rows.updateOne(
        { _id: sessionId },
        { $set: { provenAt, ...(isFactor && { factorProvenAt: provenAt }) } },
        tx ? { session: tx } : {},
      ),

    async *openInChunks(): AsyncGenerator<SessionPlace[]> {
      const open = rows
        .find({ expiresAt: { $gt: now() } }, { batchSize: chunkSize })
        .project<SessionPlace>({ accountId: 1, username: 1, ipAddress: 1 })
      let chunk: SessionPlace[] = []
      for await (const session of open) {
        chunk.push(session)
        if (chunk.length < chunkSize) continue
        yield chunk
        chunk = []
      }
      yield chunk
    },

    async oldestBeyond(login: LoginRef, limit: number, tx: Tx): Promise<Session[]> {
      const filter = { ...sessionsOf(login), view: { $exists: false }, expiresAt: { $gt: now() } }
      const open = rows.find(filter, { session: tx })
      return (await open.sort({ startedAt: -1, _id: -1 }).toArray()).slice(limit)
    },

    /** Ends sessions and stores why, for the next call with their token. @returns the sessions that were still open */
    async endForReason(sessions: readonly Session[], reason: SessionEndReason | 'network', by: CausedBy, tx: Tx) {
      const ended: Session[] = []
      const until = new Date(now().getTime() + endedRetentionMs)
      for (const session of sessions) {
        const { _id } = session
        // Another replica may have ended it.
        if ((await rows.deleteOne({ _id }, { session: tx })).deletedCount === 0) continue
        if (reason !== 'network') await endedRows.insertOne({ _id, reason, until }, { session: tx })
        ended.push(session)
      }
      const filter = { _id: { $in: ended.map(({ _id }) => _id) } }
      if (ended.length > 0) await runSideWrites(db, buildEnding(ended, filter, { reason, by, at: now() }).writes, tx)
      return ended
    },

    async endReasonsOf(sessionIds: readonly string[]): Promise<EndedSession[]> {
      if (sessionIds.length === 0) return []
      const found = await endedRows.find({ _id: { $in: [...sessionIds] } }).toArray()
      return found.map(({ _id, reason }) => ({ sessionId: _id, reason }))
    },

    planEnd: (session: OpenSession, cause: Reason): Ending =>
      buildEnding([session], { _id: session._id }, { ...cause, at: now() }),

    /** Plans the end of all sessions of one login. `except`: id to keep. */
    async planEndOf(login: LoginRef, { except, ...cause }: Reason & { except?: string }): Promise<Ending> {
      const filter = { ...sessionsOf(login), ...(except ? { _id: { $ne: except } } : {}) }
      const open = await rows.find(filter).project<OpenSession>({ accountId: 1 }).toArray()
      return buildEnding(open, filter, { ...cause, at: now() })
    },

    /** Plans the end of all sessions of the accounts and their people, including sessions opened before the commit. `except`: id to keep. */
    async planEndAll(
      accountIds: readonly string[],
      { except, ...cause }: Reason & { except?: string },
    ): Promise<Ending> {
      if (accountIds.length === 0) return { writes: [], sessionIds: [] }
      const filter = { accountId: { $in: [...accountIds] }, ...(except ? { _id: { $ne: except } } : {}) }
      const open = await rows.find(filter).project<OpenSession>({ accountId: 1 }).toArray()
      return buildEnding(open, filter, { ...cause, at: now() })
    },
  }
}

function buildEnding(
  open: readonly OpenSession[],
  filter: Record<string, unknown>,
  { reason, by, at }: Reason & { at: Date },
): Ending {
  const writes: SideWrite[] = [{ type: 'deleteMany', collection: 'sessions', filter }]
  for (let first = 0; first < open.length; first += sessionsPerEvent) {
    const ended = open.slice(first, first + sessionsPerEvent)
    const sessionIds = ended.map(({ _id }) => _id)
    const accountIds = [...new Set(ended.map(({ accountId }) => accountId))]
    const event = newEvent(SessionEnded, { sessionIds, accountIds, reason }, by)
    writes.push({ type: 'insertOne', collection: 'outbox', document: outboxRow(event, at) })
  }
  return { writes, sessionIds: open.map(({ _id }) => _id) }
}

/** No call has used it for as long as the policy allows. */
export function isIdle({ startedAt, activeAt }: Session, idle: IdleLimit, now: Date): boolean {
  if (!idle) return false
  const usedAt = Math.max((activeAt ?? startedAt).getTime(), idle.since.getTime())
  return now.getTime() >= usedAt + idle.limitMs
}
