import type { AnyEndpoint } from '@cascade/contracts'
import { authApi, secondStepApi } from '@cascade/contracts/accounts'
import { type Actor, networkOf, siteOf, tooMany } from '@cascade/service-kit'
import { createInFlightLimit } from './in-flight-limit'
import { siteFactor } from './password-guesses'
import { createWindow, createWindowLimit } from './window-limit'

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
/** Pages report figures when left; allows twenty tabs to close at once. */
const pageFiguresPerMinute = 60
/** A page requests one or two games; allows twenty pages to open at once. */
const socketEventsPerSecond = 50
const socketsPerSessionMax = 20
/** Limits of an account, in those of a session: ten ordinary sessions at once need less than four at their limits. */
const accountFactor = 4

/** Limited by `signInWaitSeconds`, which svc-accounts lifts for proved networks. */
const signInIds = new Set([authApi.login, ...Object.values(secondStepApi)].map(({ id }) => id))

type Owner = Pick<Actor, 'sessionId' | 'accountId'>
export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Rate limits and concurrency limits per session and account, and per network and /48, counted by each gateway alone.
 * The limit that must hold across gateways (wrong passwords of one account) is enforced by svc-accounts.
 */
export function createRateLimits(settings: RateSettings, now: () => number = Date.now) {
  const ofOwner = (callsMax: number, windowMs: number) => {
    const limit = createWindowLimit({ callsMax, windowMs, groupFactor: accountFactor, now })
    return ({ sessionId, accountId }: Owner): void => limit(sessionId, accountId)
  }
  const ofNetwork = (callsMax: number, windowMs: number) => ({ callsMax, windowMs, groupFactor: siteFactor, now })
  const readWithoutToken = byNetwork(createWindowLimit(ofNetwork(settings.RATE_PUBLIC_READS_PER_SECOND, 1_000)))
  const writeWithoutToken = byNetwork(createWindowLimit(ofNetwork(settings.RATE_PUBLIC_PER_MINUTE, 60_000)))

  return {
    /** @throws AppError TOO_MANY_REQUESTS, like the others */
    address: byNetwork(createWindowLimit(ofNetwork(settings.RATE_ADDRESS_PER_SECOND, 1_000))),
    call: ofOwner(settings.RATE_SESSION_PER_SECOND, 1_000),
    /**
     * @returns to be called when the call ends
     * @throws AppError TOO_MANY_REQUESTS with the reason IN_FLIGHT
     */
    inFlight: ofBoth(
      createInFlightLimit(settings.RATE_IN_FLIGHT_PER_SESSION),
      createInFlightLimit(settings.RATE_IN_FLIGHT_PER_ACCOUNT),
    ),
    browserActivity: ofOwner(settings.RATE_ACTIVITY_PER_SECOND, 1_000),
    pageFigures: ofOwner(pageFiguresPerMinute, 60_000),
    /** @returns to be called when the socket closes */
    socket: ofBoth(
      createInFlightLimit(socketsPerSessionMax, tooMany),
      createInFlightLimit(socketsPerSessionMax * accountFactor, tooMany),
    ),
    socketEvent: ofOwner(socketEventsPerSecond, 1_000),
    /** @returns seconds until an address may sign in again; 0 for now */
    signInWaitSeconds: byNetwork(createWindow(ofNetwork(settings.RATE_LOGIN_PER_MINUTE, 60_000))),
    /** Public calls: sign-up, complaints, records of draws. */
    publicCall({ id, roles, method }: AnyEndpoint, address: string): void {
      if (roles === 'public' && !signInIds.has(id)) (method === 'GET' ? readWithoutToken : writeWithoutToken)(address)
    },
  }
}

const byNetwork =
  <T>(take: (network: string, site?: string) => T) =>
  (address: string): T => {
    const network = networkOf(address)
    return take(network, siteOf(network))
  }

type InFlightLimit = ReturnType<typeof createInFlightLimit>

const ofBoth =
  (ofSession: InFlightLimit, ofAccount: InFlightLimit) =>
  ({ sessionId, accountId }: Owner): (() => void) => {
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
  }
