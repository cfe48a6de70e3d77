import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { authTexts } from '@cascade/contracts/accounts'
import { type Actor, createWorkQueue, invalid, networkOf, type Requester } from '@cascade/service-kit'
import { hash, verify } from '@node-rs/argon2'

/** argon2id (2) with the OWASP parameters: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Ten calls of an account at once, two of them hashing. */
const limits = { waitingPerAccountMax: 8, waitMsMax: 2_000 }

export const requesterOf = ({ accountId, ipAddress }: Pick<Actor, 'accountId' | 'ipAddress'>): Requester => ({
  account: accountId,
  network: networkOf(ipAddress),
})

/** A stranger has no session, and its network has not proved a password of the account. */
type Work = Requester & { isStranger?: boolean }

/**
 * Hashes and checks secrets with bounded concurrency: a flood waits for at most two seconds or is rejected, instead of
 * exhausting CPU and memory. Strangers, checks of others and new secrets never wait for each other. Together they run on
 * the four threads of Node. Checks of one account are already serialised by the attempt guard.
 */
export function createHasher() {
  const strangers = createWorkQueue(1, limits)
  const checks = createWorkQueue(1, limits)
  const settings = createWorkQueue(2, limits)
  const check = ({ isStranger, ...requester }: Work, work: () => Promise<boolean>) =>
    (isStranger ? strangers : checks)(requester, work)
  let dummyHash: Promise<string> | undefined

  return {
    hash: (secret: string, { isStranger, ...requester }: Work = {}) =>
      (isStranger ? strangers : settings)(requester, () => hash(secret, cost)),
    /** True if one of the hashes matches. It shares the queue of new secrets, as it costs as much as several of them. */
    verifyAny: (hashes: readonly string[], secret: string, requester: Requester = {}) =>
      settings(requester, async () => {
        for (const stored of hashes) if (await verify(stored, secret)) return true
        return false
      }),
    verify: (stored: string, secret: string, by: Work = {}) => check(by, () => verify(stored, secret)),
    /** Same cost as a real check, so that response times do not reveal which usernames exist. */
    async verifyDummy(secret: string, by: Work = {}): Promise<false> {
      dummyHash ??= hash('dummy password', cost)
      const stored = await dummyHash.catch((error: unknown) => {
        // Retry after a failure, or unknown usernames would stay distinguishable.
        dummyHash = undefined
        throw error
      })
      await check(by, () => verify(stored, secret))
      return false
    },
  }
}

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

let common: Promise<ReadonlySet<string>> | undefined

/**
 * Rejects common passwords (frequency list of zxcvbn, which leaves out runs of characters), ignoring case.
 * @throws AppError VALIDATION at the field
 */
export async function requireUncommon(password: string, field: string): Promise<void> {
  common ??= readList()
  if (isRun(password) || (await common).has(password.toLowerCase())) throw invalid(authTexts.commonPassword, field)
}

/** Like 88888888, 12345678 or zyxwvuts: from each character to the next the same step. */
function isRun(password: string): boolean {
  const steps = [...password]
    .map((_, index) => password.charCodeAt(index + 1) - password.charCodeAt(index))
    .slice(0, -1)
  return new Set(steps).size <= 1 && Math.abs(steps[0] ?? 0) <= 1
}

/** Loaded lazily: thousands of words that only new passwords need. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
