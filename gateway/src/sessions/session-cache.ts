import type { AuthUser } from '@cascade/contracts/accounts'
import { AppError, unauthenticated } from '@cascade/service-kit'

export type Session = { user: AuthUser; expiresAt: string }
type Entry = { session?: Session; checkedAt: number; reading?: Promise<Session> | undefined }

/** How old our knowledge of a session may be. */
const maxAgeMs = 5_000
/** From here on it is read again beside the call, which need not wait for it. */
const refreshAfterMs = 3_000
const rememberEndedMs = 31 * 60_000
const pruneEveryMs = 60_000

export type SessionCache = ReturnType<typeof createSessionCache>

/**
 * What we know of open sessions. Many calls of one session cause one read; an end that is pushed counts at once, even
 * while a read of the same session is on its way.
 */
export function createSessionCache(read: (sessionId: string) => Promise<Session>, now: () => number = Date.now) {
  const entries = new Map<string, Entry>()
  const ended = new Map<string, number>()
  const listeners: ((sessionId: string) => void)[] = []
  let prunedAt = now()

  function end(sessionId: string) {
    entries.delete(sessionId)
    ended.set(sessionId, now() + rememberEndedMs)
    for (const listener of listeners) listener(sessionId)
  }

  async function load(sessionId: string, entry: Entry): Promise<Session> {
    const startedAt = now()
    const session = await read(sessionId).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      if (!ended.has(sessionId)) end(sessionId)
      throw unauthenticated()
    })
    if (ended.has(sessionId)) throw unauthenticated()
    if (startedAt >= entry.checkedAt) Object.assign(entry, { session, checkedAt: startedAt })
    return session
  }

  function entryOf(sessionId: string): Entry {
    const entry = entries.get(sessionId) ?? { checkedAt: 0 }
    entries.set(sessionId, entry)
    return entry
  }

  function loadOnce(sessionId: string): Promise<Session> {
    const entry = entryOf(sessionId)
    entry.reading ??= load(sessionId, entry).finally(() => {
      entry.reading = undefined
    })
    return entry.reading
  }

  function prune() {
    prunedAt = now()
    for (const [id, until] of ended) if (until < prunedAt) ended.delete(id)
    for (const [id, entry] of entries)
      if (entry.checkedAt < prunedAt - pruneEveryMs && !entry.reading) entries.delete(id)
  }

  return {
    /** @throws AppError UNAUTHENTICATED when it has ended, UNAVAILABLE when that cannot be found out. */
    async get(sessionId: string): Promise<Session> {
      if (now() - prunedAt > pruneEveryMs) prune()
      if (ended.has(sessionId)) throw unauthenticated()
      const entry = entries.get(sessionId)
      const age = now() - (entry?.checkedAt ?? 0)
      const session = entry?.session && age < maxAgeMs ? entry.session : await loadOnce(sessionId)
      if (age >= refreshAfterMs && age < maxAgeMs) loadOnce(sessionId).catch(() => undefined)
      if (Date.parse(session.expiresAt) <= now()) throw unauthenticated()
      return session
    },
    /** As it is now, with the present balance: never shared with a read that began earlier. */
    fresh: (sessionId: string) => load(sessionId, entryOf(sessionId)),
    end,
    count: () => entries.size,
    onEnd: (listener: (sessionId: string) => void) => void listeners.push(listener),
  }
}
