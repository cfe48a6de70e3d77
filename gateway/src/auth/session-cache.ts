import { errorTexts } from '@cascade/contracts'
import { batchSizeMax, type EndedSession, type OpenSession, type SessionEndReason } from '@cascade/contracts/accounts'
import { AppError, type Logger, startLoop, unauthenticated } from '@cascade/service-kit'

const ageMsMax = 5_000
/** Sessions in use are rechecked this often, so that calls rarely wait for a check. */
const recheckEveryMs = 2_000
const endedRetentionMs = 31 * 60_000
/** Unused sessions leave the cache after this time; they may still be open. */
const unusedRetentionMs = 60_000

type Checked = { open: OpenSession[]; ended: EndedSession[] }
/** `reason` is stated to the next call with the session's token. */
type End = { until: number; reason: SessionEndReason | undefined }
type CheckedSession = { session: OpenSession; checkedAt: number; usedAt: number }
type Batch = { sessionIds: Set<string>; open: Promise<ReadonlyMap<string, OpenSession>> }

export type SessionCache = ReturnType<typeof createSessionCache>

/**
 * Cache of open sessions. Sessions in use are rechecked in batches of a thousand; a new session joins the next batch. A
 * pushed end takes effect at once, even during a check.
 * @param check returns those of the given sessions (a thousand at most) that are open, and why others ended.
 *   `background`: those that only background reads have used since the last check
 */
export function createSessionCache(options: {
  check: (sessionIds: string[], background: string[]) => Promise<Checked>
  logger: Logger
  now: () => number
}) {
  const { check, logger, now } = options
  const sessions = new Map<string, CheckedSession>()
  const ended = new Map<string, End>()
  /** Used since their last check, other than by background reads. */
  const active = new Set<string>()
  const listeners: ((sessionId: string) => void)[] = []
  const watchers: ((session: OpenSession, isInUse: boolean) => void)[] = []
  const pending = new Map<string, Promise<OpenSession>>()
  let batch: Batch | undefined
  const rechecking = startLoop(recheck, { everyMs: recheckEveryMs, logger, name: 'sessions' })

  const assertNotExpired = (session: OpenSession): OpenSession => {
    if (Date.parse(session.expiresAt) <= now()) throw unauthenticated()
    return session
  }
  const endError = ({ reason }: Partial<End> = {}) =>
    new AppError('UNAUTHENTICATED', errorTexts.unauthenticated, { reason })

  function forget(sessionId: string) {
    const entry = sessions.get(sessionId)
    if (entry && sessions.delete(sessionId)) for (const watcher of watchers) watcher(entry.session, false)
  }

  function end(sessionId: string, reason = ended.get(sessionId)?.reason) {
    forget(sessionId)
    ended.set(sessionId, { until: now() + endedRetentionMs, reason })
    for (const listener of listeners) listener(sessionId)
  }

  async function checkNow(sessionIds: string[]): Promise<ReadonlyMap<string, OpenSession>> {
    const startedAt = now()
    const background = sessionIds.filter(sessionId => !active.has(sessionId))
    for (const sessionId of sessionIds) active.delete(sessionId)
    const checked = await check(sessionIds, background).catch((error: unknown) => {
      for (const sessionId of sessionIds) if (!background.includes(sessionId)) active.add(sessionId)
      throw error
    })
    const open = new Map(checked.open.map(session => [session.sessionId, session]))
    const reasons = new Map(checked.ended.map(({ sessionId, reason }) => [sessionId, reason]))
    for (const sessionId of sessionIds) {
      const session = open.get(sessionId)
      const before = sessions.get(sessionId)
      if (ended.has(sessionId)) open.delete(sessionId)
      else if (!session) end(sessionId, reasons.get(sessionId))
      else if (!before || before.checkedAt <= startedAt) {
        sessions.set(sessionId, { session, checkedAt: startedAt, usedAt: before?.usedAt ?? startedAt })
        if (!before) for (const watcher of watchers) watcher(session, true)
      }
    }
    return open
  }

  /** Calls of one session share a check, and sessions requested in the same turn of the event loop share a batch. */
  function load(sessionId: string): Promise<OpenSession> {
    const loading = pending.get(sessionId) ?? loadInBatch(sessionId).finally(() => pending.delete(sessionId))
    pending.set(sessionId, loading)
    return loading
  }

  async function loadInBatch(sessionId: string): Promise<OpenSession> {
    if (!batch || batch.sessionIds.size >= batchSizeMax) batch = newBatch()
    batch.sessionIds.add(sessionId)
    const session = (await batch.open).get(sessionId)
    if (!session || ended.has(sessionId)) throw endError(ended.get(sessionId))
    return assertNotExpired(session)
  }

  function newBatch(): Batch {
    const sessionIds = new Set<string>()
    const turn = new Promise(resolve => setImmediate(resolve))
    const open = turn.then(() => {
      if (batch?.sessionIds === sessionIds) batch = undefined
      return checkNow([...sessionIds])
    })
    return { sessionIds, open }
  }

  async function recheck(): Promise<undefined> {
    prune()
    const usedSince = now() - ageMsMax
    const inUse = [...sessions].filter(([, { usedAt, checkedAt }]) => usedAt > usedSince && usedAt > checkedAt)
    for (let at = 0; at < inUse.length; at += batchSizeMax) {
      await checkNow(inUse.slice(at, at + batchSizeMax).map(([sessionId]) => sessionId))
    }
    return undefined
  }

  function prune() {
    for (const [id, { until }] of ended) if (until < now()) ended.delete(id)
    for (const [id, { usedAt }] of sessions) if (usedAt < now() - unusedRetentionMs) forget(id)
  }

  return {
    /**
     * Returns a cached session synchronously.
     * @param isBackground no user asked for the call: it does not count as activity
     * @throws AppError UNAUTHENTICATED when it has ended, UNAVAILABLE when it cannot be checked
     */
    get(sessionId: string, isBackground = false): OpenSession | Promise<OpenSession> {
      const itsEnd = ended.get(sessionId)
      if (itsEnd) throw endError(itsEnd)
      if (!isBackground) active.add(sessionId)
      const entry = sessions.get(sessionId)
      if (!entry || now() - entry.checkedAt >= ageMsMax) return load(sessionId)
      entry.usedAt = now()
      return assertNotExpired(entry.session)
    },
    /** Checks the session now. @throws AppError as `get` */
    refresh: load,
    end,
    count: () => sessions.size,
    onEnd: (listener: (sessionId: string) => void) => void listeners.push(listener),
    /** Called when a session comes into use, and when it was unused for a minute or has ended. */
    onUse: (watcher: (session: OpenSession, isInUse: boolean) => void) => void watchers.push(watcher),
    stop: rechecking.stop,
  }
}
