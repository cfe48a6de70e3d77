import type { AnyEndpoint } from '@cascade/contracts'
import { authApi } from '@cascade/contracts/accounts'
import { networkOf } from '@cascade/service-kit'
import { createWindowLimit } from './window-limit'

export type RateSettings = {
  RATE_SESSION_PER_SECOND: number
  RATE_ADDRESS_PER_SECOND: number
  RATE_LOGIN_PER_MINUTE: number
  RATE_PUBLIC_PER_MINUTE: number
}
export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * How often a session or a network may call. Each gateway counts for itself; the limit that must hold across all of
 * them, wrong passwords of one account, is kept by svc-accounts in its database.
 */
export function createRateLimits(settings: RateSettings) {
  const perSecond = (turns: number) => createWindowLimit({ turns, windowMs: 1_000 })
  const perMinute = (turns: number) => createWindowLimit({ turns, windowMs: 60_000 })
  const address = perSecond(settings.RATE_ADDRESS_PER_SECOND)
  const signIn = perMinute(settings.RATE_LOGIN_PER_MINUTE)
  const writeWithoutToken = perMinute(settings.RATE_PUBLIC_PER_MINUTE)

  return {
    /** @throws AppError TOO_MANY_REQUESTS, as the others do */
    address: (of: string): void => address(networkOf(of)),
    session: perSecond(settings.RATE_SESSION_PER_SECOND),
    /** Calls that anyone may make and that cost or leave something: signing in, signing up, complaining. */
    publicCall({ id, roles, method }: AnyEndpoint, of: string): void {
      if (id === authApi.login.id) signIn(networkOf(of))
      else if (roles === 'public' && method !== 'GET') writeWithoutToken(networkOf(of))
    },
  }
}
