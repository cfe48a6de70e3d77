import type { AnyEndpoint } from '@cascade/contracts'
import { authApi } from '@cascade/contracts/accounts'
import { type Actor, networkOf } from '@cascade/service-kit'
import { createInFlightLimit } from './in-flight-limit'
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
  const perSecond = (turns: number) => createWindowLimit({ callsMax: turns, windowMs: 1_000 })
  const perMinute = (turns: number) => createWindowLimit({ callsMax: turns, windowMs: 60_000 })
  const address = perSecond(settings.RATE_ADDRESS_PER_SECOND)
  const signIn = createWindow({ callsMax: settings.RATE_LOGIN_PER_MINUTE, windowMs: 60_000 })
  const ofSession = createInFlightLimit(settings.RATE_IN_FLIGHT_PER_SESSION)
  const ofAccount = createInFlightLimit(settings.RATE_IN_FLIGHT_PER_ACCOUNT)
  const readWithoutToken = perSecond(settings.RATE_PUBLIC_READS_PER_SECOND)
  const writeWithoutToken = perMinute(settings.RATE_PUBLIC_PER_MINUTE)

  return {
    /** @throws AppError TOO_MANY_REQUESTS, as the others do */
    address: (key: string): void => address(networkOf(key)),
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
    publicCall({ id, roles, method }: AnyEndpoint, key: string): void {
      if (roles === 'public' && id !== authApi.login.id)
        (method === 'GET' ? readWithoutToken : writeWithoutToken)(networkOf(key))
    },
  }
}
