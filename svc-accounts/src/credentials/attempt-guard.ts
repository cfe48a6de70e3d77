import { authTexts } from '@cascade/contracts/accounts'
import { AppError, type CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { createGroupedRead } from '../grouped-read'

/** Failures of one account from one address; void after `until`. */
type Attempts = { _id: string; failures: number; until: Date }

const failuresAllowed = 5
const lockMs = 15 * 60_000

export const attemptPlans: readonly CollectionPlan[] = [
  { name: 'attempts', indexes: [{ key: { until: 1 }, options: { expireAfterSeconds: 0 } }] },
]

/** Counts wrong passwords for each account and address; all replicas count together. */
export function createAttemptGuard(db: Db, now: () => Date) {
  const rows: Collection<Attempts> = db.collection('attempts')
  const turns = new Map<string, Promise<unknown>>()
  const read = createGroupedRead(
    async keys => new Map((await rows.find({ _id: { $in: keys } }).toArray()).map(row => [row._id, row])),
  )

  async function requireOpen(key: string): Promise<number> {
    const row = (await read([key])).get(key)
    const leftMs = row ? row.until.getTime() - now().getTime() : 0
    if (!row || leftMs <= 0) return 0
    if (row.failures < failuresAllowed) return row.failures
    throw new AppError('TOO_MANY_REQUESTS', authTexts.locked, { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  }

  async function countFailure(key: string) {
    const until = new Date(now().getTime() + lockMs)
    const again = await rows.updateOne({ _id: key, until: { $gt: now() } }, { $inc: { failures: 1 }, $set: { until } })
    if (again.matchedCount === 0) await rows.updateOne({ _id: key }, { $set: { failures: 1, until } }, { upsert: true })
  }

  async function attemptNow(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const failures = await requireOpen(key)
    const isRight = await check()
    if (!isRight) await countFailure(key)
    else if (failures > 0) await rows.deleteOne({ _id: key })
    return isRight
  }

  return {
    keyOf: (account: string, ipAddress: string) => `${account}|${ipAddress}`,

    /** @throws AppError TOO_MANY_REQUESTS while the key is locked. */
    requireOpen,

    /**
     * Runs one check of a password; guesses at one key are checked one after another, so that a burst cannot slip in
     * more of them than are allowed. @throws AppError TOO_MANY_REQUESTS for 15 minutes after the fifth failure.
     */
    async attempt(key: string, check: () => Promise<boolean>): Promise<boolean> {
      const before = turns.get(key) ?? Promise.resolve()
      const mine = before.then(
        () => attemptNow(key, check),
        () => attemptNow(key, check),
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
