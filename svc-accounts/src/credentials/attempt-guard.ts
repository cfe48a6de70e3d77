import { networkOf, tooMany } from '@cascade/service-kit'
import type { AttemptStore } from './attempt-store'

/** What people mistype. */
const freeFailures = 5
const longestWaitSeconds = 60
/** Failures are forgotten so long after the last of them. */
const keptMs = 15 * 60_000

/**
 * Counts wrong passwords for each account and network; all replicas count together. From the fifth on each one makes the
 * network wait for that account, 1, 2, 4 … 60 seconds, and never longer: guessing gets slow, and nobody is locked out.
 */
export function createAttemptGuard(store: AttemptStore, now: () => Date) {
  const turns = new Map<string, Promise<unknown>>()

  async function failuresOf(key: string): Promise<number> {
    const row = await store.find(key)
    if (!row || row.until <= now()) return 0
    const waitMs = (row.waitUntil?.getTime() ?? 0) - now().getTime()
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    return row.failures
  }

  async function attemptNow(key: string, check: () => Promise<boolean>): Promise<boolean> {
    const before = await failuresOf(key)
    const isRight = await check()
    if (!isRight) await fail(key)
    else if (before > 0) await store.clear(key)
    return isRight
  }

  async function fail(key: string) {
    const failures = await store.countFailure(key, new Date(now().getTime() + keptMs))
    if (failures < freeFailures) return
    const waitSeconds = Math.min(longestWaitSeconds, 2 ** (failures - freeFailures))
    await store.wait(key, new Date(now().getTime() + waitSeconds * 1000))
  }

  return {
    /** @param account its id, or the name under which nobody was found */
    keyOf: (account: string, ipAddress: string) => `${account}|${networkOf(ipAddress)}`,

    /**
     * Runs one check of a password; guesses at one key are checked one after another, so that a burst cannot slip in
     * more of them than are allowed. @throws AppError TOO_MANY_REQUESTS while the key waits.
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
