import { networkOf, tooMany } from '@cascade/service-kit'
import type { AttemptStore } from './attempt-store'

/** Limits for one account and network: five free attempts cover typing errors. */
const perNetwork = { free: 5, waitSecondsMax: 60 }
/** Limits for one account over all networks, against distributed guessing. */
const perAccount = { free: 30, waitSecondsMax: 10 }
const failureTtlMs = 15 * 60_000
/** A network that proved the password is exempt from the limit over all networks. */
const trustedNetworkMs = 30 * 86_400_000
/** Waiting checks of a trusted network, and of all others of an account; more than a gateway admits at a time. */
const waitingMax = 50

const hourMs = 3_600_000
/**
 * Own password changes cost a hash and end sessions; runs are stored with a row per account; a rejected email or phone
 * reveals that it belongs to an account of another branch.
 */
const usesMax = {
  change: { most: 5, ms: hourMs },
  run: { most: 100, ms: hourMs },
  contact: { most: 20, ms: 24 * hourMs },
}

/** `account`: an id, or the unknown username. */
type Guess = { account: string; ipAddress: string }
/** @param isTrusted the network has proved this password before */
type Check = (isTrusted: boolean) => Promise<boolean>

/**
 * Throttles password guessing. Counts wrong passwords per account and network and per account, shared by all replicas.
 * Beyond the free attempts, each failure makes the network (or all untrusted networks) wait 1, 2, 4 … seconds up to a
 * maximum, so that guessing is slow but no account is locked out.
 */
export function createAttemptGuard(store: AttemptStore, now: () => Date) {
  const lines = new Map<string, { length: number; last: Promise<unknown> }>()
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

  async function attemptNow(account: string, networkKey: string, isTrusted: boolean, check: Check): Promise<boolean> {
    const before = await failuresOf(networkKey)
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
     * Runs one password check. Checks of one account are serialised, so that a burst cannot exceed the limits; those of
     * a trusted network wait for each other only.
     * @param waitSeconds wait imposed by the gateway on untrusted networks
     * @throws AppError TOO_MANY_REQUESTS while the network must wait
     */
    async attempt(guess: Guess, check: Check, waitSeconds = 0): Promise<boolean> {
      const { account } = guess
      const networkKey = networkKeyOf(guess)
      const isTrusted = await isTrustedNetwork(networkKey)
      if (waitSeconds > 0 && !isTrusted) throw tooMany(waitSeconds)
      const key = isTrusted ? networkKey : account
      const line = lines.get(key) ?? { length: 0, last: Promise.resolve() }
      if (line.length >= waitingMax) throw tooMany()
      lines.set(key, line)
      line.length++
      const run = () => attemptNow(account, networkKey, isTrusted, check)
      const mine = line.last.then(run, run)
      line.last = mine
      try {
        return await mine
      } finally {
        line.length--
        if (line.length === 0) lines.delete(key)
      }
    },

    /** @returns false once the account has reached the limit of its window */
    async hasUse(use: keyof typeof usesMax, accountId: string): Promise<boolean> {
      const { failures, until } = (await store.find(`${use}:${accountId}`)) ?? { failures: 0, until: now() }
      return failures < usesMax[use].most || until <= now()
    },

    /** Counts one use by an account. @throws AppError TOO_MANY_REQUESTS beyond the limit of its window */
    async countUse(use: keyof typeof usesMax, accountId: string): Promise<void> {
      const { most, ms } = usesMax[use]
      const until = await store.countUse(`${use}:${accountId}`, most, after(ms))
      if (until) throw tooMany(Math.ceil((until.getTime() - now().getTime()) / 1000))
    },

    /** Counts one wrong password of a session, from any network. @returns the total */
    countSessionFailure: (sessionId: string) => store.countFailure(`session:${sessionId}`, after(failureTtlMs)),
    sessionFailures: (sessionId: string) => failuresOf(`session:${sessionId}`),
  }
}
