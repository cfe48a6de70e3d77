import { networkOf, tooMany } from '@cascade/service-kit'
import type { AttemptStore } from './credential-store'

/** Wrong passwords at an account from one network: five are what people mistype, then the network waits. */
const fromOne = { free: 5, longestWaitSeconds: 60 }
/** From all networks together: guesses that are spread over many networks become slow too. */
const fromAll = { free: 30, longestWaitSeconds: 10 }
/** Failures are forgotten so long after the last of them. */
const keptMs = 15 * 60_000
/** A network that knew the right password does not wait for what others guess. */
const knownMs = 30 * 86_400_000

/** Whose password it is (an id, or the name under which nobody was found), and where the guess comes from. */
type Guess = { account: string; ipAddress: string }

/**
 * Counts wrong passwords for each account and network, and for each account; all replicas count together. When the free
 * ones are used up each makes the network, or every network that never knew the password, wait for that account, 1, 2,
 * 4 … seconds up to a bound: guessing gets slow, and nobody is locked out.
 */
export function createAttemptGuard(store: AttemptStore, now: () => Date) {
  const turns = new Map<string, Promise<unknown>>()
  const after = (ms: number) => new Date(now().getTime() + ms)

  async function failuresOf(key: string): Promise<number> {
    const row = await store.find(key)
    if (!row || row.until <= now()) return 0
    const waitMs = (row.waitUntil?.getTime() ?? 0) - now().getTime()
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    return row.failures
  }

  async function attemptNow({ account, ipAddress }: Guess, check: () => Promise<boolean>): Promise<boolean> {
    const own = `${account}|${networkOf(ipAddress)}`
    const before = await failuresOf(own)
    const isKnown = ((await store.find(`${own}|known`))?.until ?? now()) > now()
    if (!isKnown) await failuresOf(account)
    const isRight = await check()
    if (!isRight) {
      await fail(own, fromOne)
      await fail(account, fromAll)
    } else if (before > 0) await store.clear(own)
    if (isRight && !isKnown) await store.countFailure(`${own}|known`, after(knownMs))
    return isRight
  }

  async function fail(key: string, { free, longestWaitSeconds }: typeof fromOne) {
    const failures = await store.countFailure(key, after(keptMs))
    if (failures < free) return
    await store.wait(key, after(1000 * Math.min(longestWaitSeconds, 2 ** (failures - free))))
  }

  return {
    /**
     * Runs one check of a password; guesses at one account are checked one after another, so that a burst cannot slip
     * in more of them than are allowed. @throws AppError TOO_MANY_REQUESTS while the guess has to wait.
     */
    async attempt(guess: Guess, check: () => Promise<boolean>): Promise<boolean> {
      const before = turns.get(guess.account) ?? Promise.resolve()
      const mine = before.then(
        () => attemptNow(guess, check),
        () => attemptNow(guess, check),
      )
      turns.set(guess.account, mine)
      try {
        return await mine
      } finally {
        if (turns.get(guess.account) === mine) turns.delete(guess.account)
      }
    },

    /** One more wrong password of a session, wherever it came from. @returns how many there are */
    failedIn: (sessionId: string) => store.countFailure(`session:${sessionId}`, after(keptMs)),
    /** How many wrong passwords of a session are counted. */
    failuresIn: (sessionId: string) => failuresOf(`session:${sessionId}`),
  }
}
