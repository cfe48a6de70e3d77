import { addressVariableOf, type DomainName, ErrorBody, type InternalCall, perDomain } from '@cascade/contracts'
import type { z } from 'zod'
import type { TokenSigner } from '../auth/tokens'
import { AppError, busy } from '../errors'
import { traceFields } from '../telemetry/tracing'
import { requestIdHeader } from './request-id'

export type ServiceUrls = Record<DomainName, string>
export type InternalClient = <C extends InternalCall>(
  call: C,
  input: {
    params?: Record<string, string>
    body?: z.input<C['body']>
    /** Address of one instance, where not any of them will do. */
    url?: string
    /** How long to wait for the answer. */
    timeoutMs?: number
    /** Of the call that asks for it, so that the other side's lines name it too. */
    requestId?: string | undefined
  },
) => Promise<z.output<C['answer']>>

/** Addresses of the services, from the environment that every process reads. */
export const serviceUrlsOf = (env: Record<ReturnType<typeof addressVariableOf>, string>): ServiceUrls =>
  perDomain(name => env[addressVariableOf(name)])

/**
 * Calls another process with a token of our own.
 * @throws AppError as the other side refused, or UNAVAILABLE when it cannot be reached within `timeoutMs`.
 */
export function createInternalClient(options: {
  urls: ServiceUrls
  sign: TokenSigner
  timeoutMs?: number
  /** Kept for whoever looks: the services whose last call had no answer, with its moment. */
  away?: Map<DomainName, number>
}): InternalClient {
  const { urls, sign, away, timeoutMs: timeoutMsDefault = 5_000 } = options
  return async (call, { params = {}, body, url = urls[call.domain], timeoutMs = timeoutMsDefault, requestId }) => {
    const path = call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const token = await sign(`svc-${call.domain}`)
    const response = await fetch(`${url}/internal${path}`, {
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...traceFields(),
        ...(requestId && { [requestIdHeader]: requestId }),
        ...(call.method === 'GET' ? {} : { 'content-type': 'application/json' }),
      },
      ...(call.method === 'GET' ? {} : { body: JSON.stringify(body ?? {}) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((cause: unknown) => {
      // Of one instance nothing is told: another one may be there.
      if (url === urls[call.domain]) away?.set(call.domain, performance.now())
      throw busy(1, 'SERVICE_AWAY', cause)
    })
    away?.delete(call.domain)
    // A body that was cut off, or is a proxy's page, is as good as no answer.
    const answer: unknown = await response.json().catch((cause: unknown) => {
      throw busy(1, 'SERVICE_AWAY', cause)
    })
    if (response.ok) return call.answer.parse(answer) as z.output<(typeof call)['answer']>
    throw parseRejection(answer, response.headers.get('retry-after')) ?? busy(1, 'SERVICE_AWAY')
  }
}

/** An older process may meet a reason that it does not know yet: the code still counts. */
const RejectionBody = ErrorBody.extend({ reason: ErrorBody.shape.reason.catch(undefined) })

/**
 * The refusal that another process of ours answered, as it can be passed on. A refusal of the caller's own token becomes
 * UNAVAILABLE: it says nothing about the user.
 * @returns undefined when it is no refusal of ours
 */
export function parseRejection(answer: unknown, retryAfter: string | null | undefined): AppError | undefined {
  const parsed = RejectionBody.safeParse(answer)
  if (!parsed.success) return undefined
  const { code, message, ...details } = parsed.data
  if (details.reason === 'SERVICE_TOKEN_REFUSED') return busy(5, details.reason)
  const retryAfterSeconds = Number(retryAfter ?? 0) > 0 ? Number(retryAfter) : undefined
  return new AppError(code, message, { ...details, retryAfterSeconds })
}

/** No process listens there: the call was surely not carried out. */
export function wasNotReached(error: unknown): boolean {
  const cause = error instanceof AppError ? (error.cause as { cause?: { code?: string } } | undefined) : undefined
  return cause?.cause?.code === 'ECONNREFUSED'
}
