import type { AnyEndpoint } from '@cascade/contracts'
import { authApi } from '@cascade/contracts/accounts'
import { tooMany } from '@cascade/service-kit'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { limitKeyOf } from './client-address'

export type RateSettings = {
  RATE_SESSION_PER_SECOND: number
  RATE_ADDRESS_PER_SECOND: number
  RATE_LOGIN_PER_MINUTE: number
  RATE_PUBLIC_PER_MINUTE: number
}
export type RateLimits = ReturnType<typeof createRateLimits>

/**
 * How often a session or an address may call. Each gateway counts for itself; the limit that must hold across all of
 * them, wrong passwords, is kept by svc-accounts in its database.
 */
export function createRateLimits(settings: RateSettings) {
  const limiter = (points: number, duration: number) => new RateLimiterMemory({ points, duration })
  const sessions = limiter(settings.RATE_SESSION_PER_SECOND, 1)
  const addresses = limiter(settings.RATE_ADDRESS_PER_SECOND, 1)
  const logins = limiter(settings.RATE_LOGIN_PER_MINUTE, 60)
  const writesWithoutToken = limiter(settings.RATE_PUBLIC_PER_MINUTE, 60)

  const take = async (from: RateLimiterMemory, key: string) => {
    try {
      await from.consume(key)
    } catch (reason) {
      if (!(reason instanceof RateLimiterRes)) throw reason
      throw tooMany(Math.max(1, Math.ceil(reason.msBeforeNext / 1000)))
    }
  }

  return {
    /** @throws AppError TOO_MANY_REQUESTS, as the others do */
    address: (address: string) => take(addresses, limitKeyOf(address)),
    session: (sessionId: string) => take(sessions, sessionId),
    /** Calls that anyone may make and that cost or leave something: signing in, signing up, complaining. */
    async publicCall({ id, roles, method }: AnyEndpoint, address: string) {
      if (id === authApi.login.id) await take(logins, limitKeyOf(address))
      else if (roles === 'public' && method !== 'GET') await take(writesWithoutToken, limitKeyOf(address))
    },
  }
}
