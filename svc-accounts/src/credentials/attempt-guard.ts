import { authTexts } from '@cascade/contracts/accounts'
import { AppError } from '@cascade/service-kit'
import type { AttemptStore } from './attempt-store'

const failuresAllowed = 5
const lockMs = 15 * 60_000

/** Counts wrong passwords for each account and address; all replicas count together. */
export function createAttemptGuard(store: AttemptStore, now: () => Date) {
  const turns = new Map<string, Promise<unknown>>()

  async function requireOpen(key: string): Promise<number> {
    const row = await store.find(key)
    const leftMs = row ? row.until.getTime() - now().getTime() : 0
    if (!row || leftMs <= 0) return 0
    if (row.failures < failuresAllowed) return row.failures
    throw new AppError('TOO_MANY_REQUESTS', authTexts.locked, { retryAfterSeconds: Math.ceil(leftMs / 1000) })
  }

  async function attemptNow(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const failures = await requireOpen(key)
    const isRight = await check()
    if (!isRight) await store.countFailure(key, new Date(now().getTime() + lockMs))
    else if (failures > 0) await store.clear(key)
    return isRight
  }

  return {
    keyOf: (account: string, ipAddress: string) => `${account}|${ipAddress}`,

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
