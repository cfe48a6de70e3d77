import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { SessionsEnded, sessionsEndedSubject } from '@cascade/contracts/accounts'
import type { Background, Bus } from '@cascade/service-kit'

type Proof = { accountId: string; proof: Buffer; passwordVersion: number; until: number }

type SessionOwner = { sessionId: string; accountId: string }

const lifetimeMs = 5 * 60_000
const sessionsMax = 20_000

export type PasswordCache = ReturnType<typeof createPasswordCache>

/**
 * Caches in this process, for at most five minutes, that a session has proved its password, so that credit calls skip the
 * argon2 check. Stores an HMAC under a random key that exists only in memory.
 */
export function createPasswordCache(now: () => number = Date.now) {
  const key = randomBytes(32)
  const sessions = new Map<string, Proof>()
  const proofOf = (sessionId: string, password: string) =>
    createHmac('sha256', key).update(`${sessionId}\0${password}`).digest()

  return {
    /** The session has proved exactly this password and it has not changed since. Constant-time comparison. */
    isProved(sessionId: string, password: string, passwordVersion: number): boolean {
      const proof = sessions.get(sessionId)
      if (!proof) return false
      if (proof.until <= now() || proof.passwordVersion !== passwordVersion) {
        sessions.delete(sessionId)
        return false
      }
      return timingSafeEqual(proof.proof, proofOf(sessionId, password))
    },
    remember({ sessionId, accountId }: SessionOwner, password: string, passwordVersion: number) {
      const oldest = sessions.size >= sessionsMax ? sessions.keys().next().value : undefined
      if (oldest !== undefined) sessions.delete(oldest)
      const proof = proofOf(sessionId, password)
      sessions.set(sessionId, { accountId, proof, passwordVersion, until: now() + lifetimeMs })
    },
    /** Called after a wrong password: all sessions of the account must prove it again. */
    forgetAccount(accountId: string) {
      for (const [sessionId, proof] of sessions) if (proof.accountId === accountId) sessions.delete(sessionId)
    },
    forget(sessionIds: readonly string[]) {
      for (const sessionId of sessionIds) sessions.delete(sessionId)
    },
  }
}

/** Evicts cached password proofs of sessions that another replica has ended. */
export function startForgettingSessions(bus: Bus, passwords: PasswordCache): Background {
  const listening = bus.listen(sessionsEndedSubject, payload => {
    passwords.forget(SessionsEnded.parse(payload).flatMap(({ sessionIds }) => sessionIds))
  })
  return {
    stop: async () => {
      // `listening` stays pending while NATS is down.
      if (bus.isUp()) (await listening)()
    },
  }
}
