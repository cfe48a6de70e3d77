import { type Actor, createWorkQueue, networkOf, type Requester } from '@cascade/service-kit'
import { hash, verify } from '@node-rs/argon2'

/** `memoryCost` in KiB, `timeCost` in passes. */
export type HashCost = { memoryCost: number; timeCost: number }

/** The OWASP parameters of argon2id: 19 MiB, two passes, one lane. */
export const owaspCost: HashCost = { memoryCost: 19_456, timeCost: 2 }
const argon2id = { algorithm: 2, parallelism: 1 } as const
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
export function createHasher(hashCost = owaspCost) {
  const cost = { ...argon2id, ...hashCost }
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
