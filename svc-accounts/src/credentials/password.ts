import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { authTexts } from '@cascade/contracts/accounts'
import { type Actor, busy, invalid, networkOf, tooMany } from '@cascade/service-kit'
import { hash, verify } from '@node-rs/argon2'

/** argon2id (2) as OWASP asks for it: 19 MiB, two passes, one lane. */
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const
/** Threads for checks, and apart from them for new secrets: who sets many must not delay who signs in. */
const concurrency = { checks: 2, settings: 1 }
const queueLengthMax = 200
const waitingPerAccountMax = 2
const waitingPerNetworkMax = 10

/** Who pays for a hash with places in the queue, as far as it is known. */
type Requester = { account?: string | undefined; network?: string | undefined }

export const requesterOf = ({ accountId, ipAddress }: Pick<Actor, 'accountId' | 'ipAddress'>): Requester => ({
  account: accountId,
  network: networkOf(ipAddress),
})

/** Work that waits for its turn; of one account and of one network little of it waits, the rest is rejected. */
function createWorkQueue(most: number) {
  const waiting: (() => void)[] = []
  const waitingByKey = new Map<string, number>()
  let running = 0

  async function turn({ account, network }: Requester): Promise<void> {
    if (running < most) {
      running++
      return
    }
    if (waiting.length >= queueLengthMax) throw busy(2)
    const keys: [string, number][] = []
    if (account !== undefined) keys.push([`account ${account}`, waitingPerAccountMax])
    if (network !== undefined) keys.push([`network ${network}`, waitingPerNetworkMax])
    if (keys.some(([key, limit]) => (waitingByKey.get(key) ?? 0) >= limit)) throw tooMany()
    for (const [key] of keys) waitingByKey.set(key, (waitingByKey.get(key) ?? 0) + 1)
    await new Promise<void>(resolve => waiting.push(resolve))
    for (const [key] of keys) {
      const left = (waitingByKey.get(key) ?? 0) - 1
      if (left > 0) waitingByKey.set(key, left)
      else waitingByKey.delete(key)
    }
  }

  return async <T>(requester: Requester, work: () => Promise<T>): Promise<T> => {
    await turn(requester)
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}

/**
 * Hashes and checks secrets, a few at a time: a flood waits or is rejected instead of taking every core and all memory.
 * The checks of one account come one after another already, by the attempt guard.
 */
export function createHasher() {
  const checks = createWorkQueue(concurrency.checks)
  const settings = createWorkQueue(concurrency.settings)
  let dummyHash: Promise<string> | undefined

  return {
    hash: (secret: string, requester: Requester = {}) => settings(requester, () => hash(secret, cost)),
    verify: (stored: string, secret: string, requester: Requester = {}) =>
      checks(requester, () => verify(stored, secret)),
    /** Costs what a real check costs, so that nobody learns from the time which usernames exist. */
    async verifyDummy(secret: string, requester: Requester = {}): Promise<false> {
      dummyHash ??= hash('nobody has this password', cost)
      const stored = await dummyHash.catch((error: unknown) => {
        // One failure must not tell unknown names from known ones for ever.
        dummyHash = undefined
        throw error
      })
      await checks(requester, () => verify(stored, secret))
      return false
    },
  }
}

type Proof = { accountId: string; proof: Buffer; passwordVersion: number; until: number }

type SessionOwner = { sessionId: string; accountId: string }

const lifetimeMs = 5 * 60_000
const limit = 20_000

export type PasswordCache = ReturnType<typeof createPasswordCache>

/**
 * Remembers, in this process only and for at most five minutes, that a session has proved its password, so that each
 * credit call does not cost an argon2 check. What is kept is an HMAC under a key that exists only in its memory.
 */
export function createPasswordCache(now: () => number = Date.now) {
  const key = randomBytes(32)
  const sessions = new Map<string, Proof>()
  const proofOf = (sessionId: string, password: string) =>
    createHmac('sha256', key).update(`${sessionId}\0${password}`).digest()

  return {
    /** Whether this session proved exactly this password, and it was not changed since. Compares in constant time. */
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
      const oldest = sessions.size >= limit ? sessions.keys().next().value : undefined
      if (oldest !== undefined) sessions.delete(oldest)
      const proof = proofOf(sessionId, password)
      sessions.set(sessionId, { accountId, proof, passwordVersion, until: now() + lifetimeMs })
    },
    /** After a wrong guess: whoever is right must show it again, and waits where failures make them wait. */
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
 * Refuses the passwords that are guessed first: those of the frequency list of zxcvbn, in whatever case.
 * @throws AppError VALIDATION at the field
 */
export async function requireUncommon(password: string, field: string): Promise<void> {
  common ??= readList()
  if ((await common).has(password.toLowerCase())) throw invalid(authTexts.commonPassword, field)
}

/** Thousands of words that only a new password asks for: read when the first one is set. */
async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'])
}
