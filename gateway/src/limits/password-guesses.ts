import { networkOf, siteOf } from '@cascade/service-kit'

type GuessSettings = { RATE_WRONG_PER_NETWORK: number; RATE_WRONG_PER_MINUTE: number }
export type GuessLimits = ReturnType<typeof createGuessLimits>

type Network = { wrong: number; at: number; waitUntil: number }

const forgiveMs = 60_000
const waitSecondsMax = 60
/** Free attempts of a network while all networks together exceed the limit. */
const freeGuessesUnderAttack = 3
const networksMax = 100_000
/**
 * Limits of an IPv6 /48, in those of a /64. It is one host's, or has thousands of a mobile carrier's customers, who wait
 * only if sixteen of them guess at their limits.
 */
export const siteFactor = 16

/**
 * Throttles wrong passwords per network and /48, over all accounts. Beyond the free attempts, each makes the network wait 1, 2,
 * 4 … 60 seconds, never longer, so no user is locked out. When many networks guess at once, each has fewer free
 * attempts. The delay of a single account is enforced by svc-accounts, across all gateways.
 */
export function createGuessLimits(settings: GuessSettings, now: () => number = Date.now) {
  const networks = new Map<string, Network>()
  let minute = 0
  let wrongInMinute = 0

  const isUnderAttack = () => minuteOf(now()) === minute && wrongInMinute > settings.RATE_WRONG_PER_MINUTE
  const minuteOf = (at: number) => Math.floor(at / 60_000)

  function count() {
    const current = minuteOf(now())
    wrongInMinute = current === minute ? wrongInMinute + 1 : 1
    minute = current
  }

  const waitUntilOf = (network: string) => networks.get(network)?.waitUntil ?? 0

  function record(network: string, weight: number) {
    const at = now()
    const before = networks.get(network)
    const reduction = before ? (at - before.at) / forgiveMs : 0
    const wrong = Math.max(0, (before?.wrong ?? 0) - reduction) + weight
    const freeGuesses = isUnderAttack()
      ? Math.min(freeGuessesUnderAttack, settings.RATE_WRONG_PER_NETWORK)
      : settings.RATE_WRONG_PER_NETWORK
    const waitSeconds = wrong > freeGuesses ? Math.min(waitSecondsMax, 2 ** (Math.ceil(wrong - freeGuesses) - 1)) : 0
    // Insert last: the first entry is the oldest and is evicted first.
    networks.delete(network)
    networks.set(network, { wrong, at, waitUntil: at + waitSeconds * 1000 })
    if (networks.size > networksMax) networks.delete(networks.keys().next().value ?? '')
  }

  return {
    waitSeconds(address: string): number {
      const network = networkOf(address)
      const waitUntil = Math.max(waitUntilOf(network), waitUntilOf(siteOf(network) ?? network))
      return Math.max(0, Math.ceil((waitUntil - now()) / 1000))
    },

    recordWrong(address: string): void {
      count()
      const network = networkOf(address)
      const site = siteOf(network)
      record(network, 1)
      if (site !== undefined) record(site, 1 / siteFactor)
    },
  }
}
