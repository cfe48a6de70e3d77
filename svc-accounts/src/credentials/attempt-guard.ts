import { authTexts } from '@cascade/contracts/accounts'
import { AppError, type CollectionPlan } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { RateLimiterMongo } from 'rate-limiter-flexible'

const failuresAllowed = 5
const lockSeconds = 15 * 60

export const attemptPlans: readonly CollectionPlan[] = [
  {
    name: 'attempts',
    indexes: [
      { key: { key: 1 }, options: { unique: true } },
      { key: { expire: 1 }, options: { expireAfterSeconds: 0 } },
    ],
  },
]

export type AttemptGuard = ReturnType<typeof createAttemptGuard>

/** Counts wrong passwords for each account and address; all replicas count together. */
export function createAttemptGuard(db: Db) {
  const limiter = new RateLimiterMongo({
    storeClient: db,
    tableName: 'attempts',
    keyPrefix: 'password',
    points: failuresAllowed,
    duration: lockSeconds,
    disableIndexesCreation: true,
  })
  const turns = new Map<string, Promise<unknown>>()

  async function requireOpen(key: string): Promise<number> {
    const state = await limiter.get(key)
    const failures = state?.consumedPoints ?? 0
    if (failures < failuresAllowed) return failures
    const retryAfterSeconds = Math.max(1, Math.ceil((state?.msBeforeNext ?? 0) / 1000))
    throw new AppError('TOO_MANY_REQUESTS', authTexts.locked, { retryAfterSeconds })
  }

  async function attempt(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const failures = await requireOpen(key)
    if (await check()) {
      if (failures > 0) await limiter.delete(key)
      return true
    }
    if (failures + 1 >= failuresAllowed) await limiter.block(key, lockSeconds)
    else await limiter.penalty(key)
    return false
  }

  return {
    keyOf: (account: string, ipAddress: string) => `${account}|${ipAddress}`,

    /** @throws AppError TOO_MANY_REQUESTS while the key is locked. */
    requireOpen,

    /**
     * Runs one check of a password; guesses at one key are checked one after another, so that a burst cannot slip in
     * more of them than are allowed. @throws AppError TOO_MANY_REQUESTS after five failures, for 15 minutes.
     */
    async attempt(key: string, check: () => Promise<boolean>): Promise<boolean> {
      const before = turns.get(key) ?? Promise.resolve()
      const mine = before.then(
        () => attempt(key, check),
        () => attempt(key, check),
      )
      turns.set(key, mine)
      try {
        return await mine
      } finally {
        if (turns.get(key) === mine) turns.delete(key)
      }
    },
  }
}
