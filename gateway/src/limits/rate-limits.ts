import type { AnyEndpoint } from '@cascade/contracts'
import { authApi, secondStepApi } from '@cascade/contracts/accounts'
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
/** Pages report figures when left; allows twenty tabs to close at once. */
const pageFiguresPerMinute = 60
/** A page requests one or two games; allows twenty pages to open at once. */
const socketEventsPerSecond = 50

/** Limited by `signInWaitSeconds`, which svc-accounts lifts for proved networks. */
const signInIds = new Set([authApi.login, ...Object.values(secondStepApi)].map(({ id }) => id))

export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * Rate limits and concurrency limits per session, account and network, counted by each gateway alone. The limit that
 * must hold across gateways (wrong passwords of one account) is enforced by svc-accounts.
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
    /** @throws AppError TOO_MANY_REQUESTS, like the others */
    address: (key: string): void => address(networkOf(key)),
    session: perSecond(settings.RATE_SESSION_PER_SECOND),
    /**
     * @returns to be called when the call ends
     * @throws AppError TOO_MANY_REQUESTS with the reason IN_FLIGHT
     */
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
    browserActivity: perSecond(settings.RATE_ACTIVITY_PER_SECOND),
    pageFigures: perMinute(pageFiguresPerMinute),
    socketEvent: perSecond(socketEventsPerSecond),
    /** @returns seconds until a network may sign in again; 0 for now */
    signInWaitSeconds: (network: string): number => signIn(network),
    /** Public calls: sign-up, complaints, records of draws. */
    publicCall({ id, roles, method }: AnyEndpoint, key: string): void {
      if (roles === 'public' && !signInIds.has(id))
        (method === 'GET' ? readWithoutToken : writeWithoutToken)(networkOf(key))
    },
  }
}
