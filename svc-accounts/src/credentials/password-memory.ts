import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

type Remembered = { accountId: string; proof: Buffer; passwordVersion: number; until: number }

type Who = { sessionId: string; accountId: string }

const lifetimeMs = 5 * 60_000
const limit = 20_000

export type PasswordMemory = ReturnType<typeof createPasswordMemory>

/**
 * Remembers, in this process only and for at most five minutes, that a session has proved its password, so that each
 * credit call does not cost an argon2 check. What is kept is an HMAC under a key that exists only in its memory.
 */
export function createPasswordMemory(now: () => number = Date.now) {
  const key = randomBytes(32)
  const sessions = new Map<string, Remembered>()
  const proofOf = (sessionId: string, password: string) =>
    createHmac('sha256', key).update(`${sessionId}\0${password}`).digest()

  return {
    /** Whether this session proved exactly this password, and it was not changed since. Compares in constant time. */
    knows(sessionId: string, password: string, passwordVersion: number): boolean {
      const found = sessions.get(sessionId)
      if (!found) return false
      if (found.until <= now() || found.passwordVersion !== passwordVersion) {
        sessions.delete(sessionId)
        return false
      }
      return timingSafeEqual(found.proof, proofOf(sessionId, password))
    },
    remember({ sessionId, accountId }: Who, password: string, passwordVersion: number) {
      const oldest = sessions.size >= limit ? sessions.keys().next().value : undefined
      if (oldest !== undefined) sessions.delete(oldest)
      const proof = proofOf(sessionId, password)
      sessions.set(sessionId, { accountId, proof, passwordVersion, until: now() + lifetimeMs })
    },
    /** After a wrong guess: whoever is right must show it again, and waits where failures make them wait. */
    forgetAccount(accountId: string) {
      for (const [sessionId, known] of sessions) if (known.accountId === accountId) sessions.delete(sessionId)
    },
    forget(sessionIds: readonly string[]) {
      for (const sessionId of sessionIds) sessions.delete(sessionId)
    },
  }
}
