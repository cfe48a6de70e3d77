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
/** Checks of one account for one network that wait for their turn: more than a gateway lets in at once. */
const mostWaiting = 50

/** Changes of the own password: each costs a hash and ends sessions. */
const changesMost = 5
const changesMs = 3_600_000

/** Whose password it is (an id, or the name under which nobody was found), and where the guess comes from. */
type Guess = { account: string; ipAddress: string }
/** @param isKnown whether the network has proved this password before */
type Check = (isKnown: boolean) => Promise<boolean>

/**
 * Counts wrong passwords for each account and network, and for each account; all replicas count together. When the free
 * ones are used up each makes the network, or every network that never knew the password, wait for that account, 1, 2,
 * 4 … seconds up to a bound: guessing gets slow, and nobody is locked out.
 */
export function createAttemptGuard(store: AttemptStore, now: () => Date) {
  const turns = new Map<string, Promise<unknown>>()
  const waiting = new Map<string, number>()
  const after = (ms: number) => new Date(now().getTime() + ms)

  async function failuresOf(key: string): Promise<number> {
    const row = await store.find(key)
    if (!row || row.until <= now()) return 0
    const waitMs = (row.waitUntil?.getTime() ?? 0) - now().getTime()
    if (waitMs > 0) throw tooMany(Math.ceil(waitMs / 1000))
    return row.failures
  }

  const ownKeyOf = ({ account, ipAddress }: Guess) => `${account}|${networkOf(ipAddress)}`
  const isKnownHere = async (own: string) => ((await store.find(`${own}|known`))?.until ?? now()) > now()

  async function attemptNow(guess: Guess, check: Check): Promise<boolean> {
    const { account } = guess
    const own = ownKeyOf(guess)
    const before = await failuresOf(own)
    const isKnown = await isKnownHere(own)
    if (!isKnown) await failuresOf(account)
    const isRight = await check(isKnown)
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
     * in more of them than are allowed.
     * @param waitSeconds for which the network may not guess, unless it has proved this password before
     * @throws AppError TOO_MANY_REQUESTS while the guess has to wait
     */
    async attempt(guess: Guess, check: Check, waitSeconds = 0): Promise<boolean> {
      const own = ownKeyOf(guess)
      if (waitSeconds > 0 && !(await isKnownHere(own))) throw tooMany(waitSeconds)
      const others = waiting.get(own) ?? 0
      if (others >= mostWaiting) throw tooMany()
      waiting.set(own, others + 1)
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
        const left = (waiting.get(own) ?? 0) - 1
        if (left > 0) waiting.set(own, left)
        else waiting.delete(own)
      }
    },

    /** One more change of the own password. @throws AppError TOO_MANY_REQUESTS when there were enough in an hour */
    async takeChange(accountId: string): Promise<void> {
      const until = await store.takeTurn(`change:${accountId}`, changesMost, after(changesMs))
      if (until) throw tooMany(Math.ceil((until.getTime() - now().getTime()) / 1000))
    },

    /** One more wrong password of a session, wherever it came from. @returns how many there are */
    failedIn: (sessionId: string) => store.countFailure(`session:${sessionId}`, after(keptMs)),
    /** How many wrong passwords of a session are counted. */
    failuresIn: (sessionId: string) => failuresOf(`session:${sessionId}`),
  }
}
