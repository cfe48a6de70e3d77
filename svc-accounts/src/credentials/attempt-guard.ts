import { networkOf, tooMany } from '@cascade/service-kit'
import type { AttemptStore } from './credential-store'

/** Wrong passwords at an account from one network: five are what people mistype, then the network waits. */
const perNetwork = { free: 5, waitSecondsMax: 60 }
/** From all networks together: guesses that are spread over many networks become slow too. */
const perAccount = { free: 30, waitSecondsMax: 10 }
/** Failures are forgotten so long after the last of them. */
const failureTtlMs = 15 * 60_000
/** A network that knew the right password does not wait for what others guess. */
const trustedNetworkMs = 30 * 86_400_000
/** Checks of one account for one network that wait for their turn: more than a gateway lets in at once. */
const waitingMax = 50

/** Changes of the own password: each costs a hash and ends sessions. */
const changesMax = 5
const changesMs = 3_600_000

/** Whose password it is (an id, or the name under which nobody was found), and where the guess comes from. */
type Guess = { account: string; ipAddress: string }
/** @param isKnown whether the network has proved this password before */
type Check = (isTrusted: boolean) => Promise<boolean>

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

  const networkKeyOf = ({ account, ipAddress }: Guess) => `${account}|${networkOf(ipAddress)}`
  const isTrustedNetwork = async (networkKey: string) =>
    ((await store.find(`${networkKey}|known`))?.until ?? now()) > now()

  async function attemptNow(guess: Guess, check: Check): Promise<boolean> {
    const { account } = guess
    const networkKey = networkKeyOf(guess)
    const before = await failuresOf(networkKey)
    const isTrusted = await isTrustedNetwork(networkKey)
    if (!isTrusted) await failuresOf(account)
    const isRight = await check(isTrusted)
    if (!isRight) {
      await fail(networkKey, perNetwork)
      await fail(account, perAccount)
    } else if (before > 0) await store.clear(networkKey)
    if (isRight && !isTrusted) await store.countFailure(`${networkKey}|known`, after(trustedNetworkMs))
    return isRight
  }

  async function fail(key: string, { free, waitSecondsMax }: typeof perNetwork) {
    const failures = await store.countFailure(key, after(failureTtlMs))
    if (failures < free) return
    await store.wait(key, after(1000 * Math.min(waitSecondsMax, 2 ** (failures - free))))
  }

  return {
    /**
     * Runs one check of a password; guesses at one account are checked one after another, so that a burst cannot slip
     * in more of them than are allowed.
     * @param waitSeconds for which the network may not guess, unless it has proved this password before
     * @throws AppError TOO_MANY_REQUESTS while the guess has to wait
     */
    async attempt(guess: Guess, check: Check, waitSeconds = 0): Promise<boolean> {
      const networkKey = networkKeyOf(guess)
      if (waitSeconds > 0 && !(await isTrustedNetwork(networkKey))) throw tooMany(waitSeconds)
      const others = waiting.get(networkKey) ?? 0
      if (others >= waitingMax) throw tooMany()
      waiting.set(networkKey, others + 1)
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
        const left = (waiting.get(networkKey) ?? 0) - 1
        if (left > 0) waiting.set(networkKey, left)
        else waiting.delete(networkKey)
      }
    },

    /** One more change of the own password. @throws AppError TOO_MANY_REQUESTS when there were enough in an hour */
    async countPasswordChange(accountId: string): Promise<void> {
      const until = await store.countUse(`change:${accountId}`, changesMax, after(changesMs))
      if (until) throw tooMany(Math.ceil((until.getTime() - now().getTime()) / 1000))
    },

    /** One more wrong password of a session, wherever it came from. @returns how many there are */
    countSessionFailure: (sessionId: string) => store.countFailure(`session:${sessionId}`, after(failureTtlMs)),
    /** How many wrong passwords of a session are counted. */
    sessionFailures: (sessionId: string) => failuresOf(`session:${sessionId}`),
  }
}
