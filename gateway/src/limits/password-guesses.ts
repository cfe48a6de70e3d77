type GuessSettings = { RATE_WRONG_PER_NETWORK: number; RATE_WRONG_PER_MINUTE: number }
export type GuessLimits = ReturnType<typeof createGuessLimits>

type Network = { wrong: number; at: number; waitUntil: number }

/** One wrong password is forgiven each minute. */
const forgiveMs = 60_000
const waitSecondsMax = 60
/** What a network may do while the whole gateway sees more wrong passwords than people mistype. */
const freeGuessesUnderAttack = 3
const networksMax = 100_000

/**
 * Wrong passwords of one network, over all accounts. Beyond what people mistype each further one makes the network wait,
 * 1, 2, 4 … 60 seconds, and never longer: guessing gets slow, and nobody is locked out. When many networks guess at
 * once, each has few free tries. The delay of a single account is kept by svc-accounts, across all gateways.
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

  return {
    /** 0 when the network need not wait. */
    waitSeconds: (network: string): number =>
      Math.max(0, Math.ceil(((networks.get(network)?.waitUntil ?? 0) - now()) / 1000)),

    /** Called after a password turned out to be wrong. */
    wrong(network: string): void {
      count()
      const at = now()
      const before = networks.get(network)
      const forgiven = before ? (at - before.at) / forgiveMs : 0
      const wrong = Math.max(0, (before?.wrong ?? 0) - forgiven) + 1
      const freeGuesses = isUnderAttack()
        ? Math.min(freeGuessesUnderAttack, settings.RATE_WRONG_PER_NETWORK)
        : settings.RATE_WRONG_PER_NETWORK
      const waitSeconds = wrong > freeGuesses ? Math.min(waitSecondsMax, 2 ** (Math.ceil(wrong - freeGuesses) - 1)) : 0
      // Set anew, so that the oldest stands first and gives way first.
      networks.delete(network)
      networks.set(network, { wrong, at, waitUntil: at + waitSeconds * 1000 })
      if (networks.size > networksMax) networks.delete(networks.keys().next().value ?? '')
    },
  }
}
