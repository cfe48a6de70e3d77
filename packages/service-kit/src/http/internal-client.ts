import { type DomainName, ErrorBody, type InternalCall } from '@cascade/contracts'
import type { z } from 'zod'
import type { TokenSigner } from '../identity/tokens'
import { AppError, busy } from './errors'

export type ServiceUrls = Record<DomainName, string>
export type InternalClient = <C extends InternalCall>(
  call: C,
  input: { params?: Record<string, string>; body?: z.input<C['body']> },
) => Promise<z.output<C['answer']>>

/** Addresses of the services, from the environment that every process reads. */
export const serviceUrlsOf = (env: Record<`${Uppercase<DomainName>}_URL`, string>): ServiceUrls => ({
  accounts: env.ACCOUNTS_URL,
  games: env.GAMES_URL,
  live: env.LIVE_URL,
  reports: env.REPORTS_URL,
})

/**
 * Calls another process with a token of our own.
 * @throws AppError as the other side refused, or UNAVAILABLE when it cannot be reached within `timeoutMs`.
 */
export function createInternalClient(options: {
  urls: ServiceUrls
  sign: TokenSigner
  timeoutMs?: number
}): InternalClient {
  const { urls, sign, timeoutMs = 5_000 } = options
  return async (call, { params = {}, body }) => {
    const path = call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const response = await fetch(`${urls[call.domain]}/internal${path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${await sign(`svc-${call.domain}`)}`,
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => {
      throw busy()
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return call.answer.parse(answer) as z.output<(typeof call)['answer']>
    const refusal = ErrorBody.safeParse(answer)
    if (!refusal.success) throw busy()
    const { code, message, errors } = refusal.data
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new AppError(code, message, {
      ...(errors ? { errors } : {}),
      ...(retryAfter > 0 ? { retryAfterSeconds: retryAfter } : {}),
    })
  }
}
