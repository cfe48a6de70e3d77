import { type AnyEndpoint, refusals } from '@cascade/contracts'
import { authApi } from '@cascade/contracts/accounts'
import { type Actor, AppError, networkOf, tooMany } from '@cascade/service-kit'

type RateSettings = {
  RATE_SESSION_PER_SECOND: number
  RATE_ADDRESS_PER_SECOND: number
  RATE_LOGIN_PER_MINUTE: number
  RATE_PUBLIC_PER_MINUTE: number
  RATE_PUBLIC_READS_PER_SECOND: number
  RATE_ACTIVITY_PER_SECOND: number
  RATE_IN_FLIGHT_PER_SESSION: number
  RATE_IN_FLIGHT_PER_ACCOUNT: number
}
/** A page tells its figures when it is left; twenty tabs that are closed at once still fit. */
const pageFiguresPerMinute = 60
/** A page asks for a game or two; twenty pages at once still fit. */
const socketEventsPerSecond = 50

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * How often and how many at once a session, an account or a network may call. Each gateway counts for itself; the
 * limit that must hold across all of them, wrong passwords of one account, is kept by svc-accounts in its database.
 */
export function createRateLimits(settings: RateSettings) {
  const perSecond = (turns: number) => createWindowLimit({ turns, windowMs: 1_000 })
  const perMinute = (turns: number) => createWindowLimit({ turns, windowMs: 60_000 })
  const address = perSecond(settings.RATE_ADDRESS_PER_SECOND)
  const signIn = createWindow({ turns: settings.RATE_LOGIN_PER_MINUTE, windowMs: 60_000 })
  const ofSession = createInFlightLimit(settings.RATE_IN_FLIGHT_PER_SESSION)
  const ofAccount = createInFlightLimit(settings.RATE_IN_FLIGHT_PER_ACCOUNT)
  const readWithoutToken = perSecond(settings.RATE_PUBLIC_READS_PER_SECOND)
  const writeWithoutToken = perMinute(settings.RATE_PUBLIC_PER_MINUTE)

  return {
    /** @throws AppError TOO_MANY_REQUESTS, as the others do */
    address: (of: string): void => address(networkOf(of)),
    session: perSecond(settings.RATE_SESSION_PER_SECOND),
    /** @returns to be called when the call is over; @throws AppError TOO_MANY_REQUESTS with the reason IN_FLIGHT */
    inFlight({ sessionId, accountId }: Pick<Actor, 'sessionId' | 'accountId'>): () => void {
      const leaveSession = ofSession(sessionId)
      try {
        const leaveAccount = ofAccount(accountId)
        return () => {
          leaveSession()
          leaveAccount()
        }
      } catch (error) {
        leaveSession()
        throw error
      }
    },
    /** What the browser of a session reports of itself. */
    browserActivity: perSecond(settings.RATE_ACTIVITY_PER_SECOND),
    /** How fast and steady the pages of a session were. */
    pageFigures: perMinute(pageFiguresPerMinute),
    /** What the sockets of a session ask for, all together. */
    socketEvent: perSecond(socketEventsPerSecond),
    /** @returns how long a network has to wait for its next try to sign in; 0 when that is now */
    signInWaitSeconds: (network: string): number => signIn(network),
    /** Calls that anyone may make: signing up, complaining, reading records of draws. */
    publicCall({ id, roles, method }: AnyEndpoint, of: string): void {
      if (roles === 'public' && id !== authApi.login.id)
        (method === 'GET' ? readWithoutToken : writeWithoutToken)(networkOf(of))
    },
  }
}

type GuessSettings = { RATE_WRONG_PER_NETWORK: number; RATE_WRONG_PER_MINUTE: number }
export type GuessLimits = ReturnType<typeof createGuessLimits>

type Network = { wrong: number; at: number; waitUntil: number }

/** One wrong password is forgiven each minute. */
const forgiveMs = 60_000
const longestWaitSeconds = 60
/** What a network may do while the whole gateway sees more wrong passwords than people mistype. */
const freeUnderAttack = 3
const mostNetworks = 100_000

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
      const free = isUnderAttack()
        ? Math.min(freeUnderAttack, settings.RATE_WRONG_PER_NETWORK)
        : settings.RATE_WRONG_PER_NETWORK
      const waitSeconds = wrong > free ? Math.min(longestWaitSeconds, 2 ** (Math.ceil(wrong - free) - 1)) : 0
      // Set anew, so that the oldest stands first and gives way first.
      networks.delete(network)
      networks.set(network, { wrong, at, waitUntil: at + waitSeconds * 1000 })
      if (networks.size > mostNetworks) networks.delete(networks.keys().next().value ?? '')
    },
  }
}

/** More keys than this in one window share one count: memory stays bounded whoever calls. */
const mostKeys = 100_000
const theOthers = ''

type Window = { turns: number; windowMs: number; now?: () => number }

/**
 * How often a key may come in a window of time.
 * @returns takes one of a key's turns; @throws AppError TOO_MANY_REQUESTS with the seconds until the window is over
 */
export function createWindowLimit(options: Window) {
  const take = createWindow(options)
  return (key: string): void => {
    const waitSeconds = take(key)
    if (waitSeconds > 0) throw tooMany(waitSeconds)
  }
}

/** @returns takes one of a key's turns, or says how many seconds the window lasts that has none left */
function createWindow({ turns, windowMs, now = Date.now }: Window) {
  const taken = new Map<string, number>()
  let endsAt = 0

  return (key: string): number => {
    const at = now()
    if (at >= endsAt) {
      taken.clear()
      endsAt = at + windowMs
    }
    const counted = taken.has(key) || taken.size < mostKeys ? key : theOthers
    const count = (taken.get(counted) ?? 0) + 1
    if (count > turns) return Math.max(1, Math.ceil((endsAt - at) / 1000))
    taken.set(counted, count)
    return 0
  }
}

/**
 * How many calls of a key may wait for their answers at once.
 * @returns takes a place, and returns what gives it back; @throws AppError TOO_MANY_REQUESTS with the reason IN_FLIGHT
 */
function createInFlightLimit(most: number) {
  const counts = new Map<string, number>()
  return (key: string): (() => void) => {
    const count = counts.get(key) ?? 0
    if (count >= most) {
      throw new AppError('TOO_MANY_REQUESTS', refusals.tooMany, { reason: 'IN_FLIGHT', retryAfterSeconds: 1 })
    }
    counts.set(key, count + 1)
    return () => {
      const left = (counts.get(key) ?? 0) - 1
      if (left > 0) counts.set(key, left)
      else counts.delete(key)
    }
  }
}
