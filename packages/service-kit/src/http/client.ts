import { addressVariableOf, type DomainName, ErrorBody, type InternalCall, perDomain } from '@cascade/contracts'
import type { z } from 'zod'
import type { TokenSigner } from '../auth/tokens'
import { AppError, busy, outcomeUnknown } from '../runtime/errors'
import type { Logger } from '../telemetry/logger'
import { traceFields } from '../telemetry/tracing'
import { requestIdHeader } from './request-id'
import { createSender, NoResponse } from './send'

export type ServiceUrls = Record<DomainName, string>
export type InternalClient = <C extends InternalCall>(
  call: C,
  input: {
    params?: Record<string, string>
    body?: z.input<C['body']>
    url?: string
    timeoutMs?: number
    /** Forwarded, so that logs on both sides share it. */
    requestId?: string | undefined
  },
) => Promise<z.output<C['response']>>

/** A failed call: its time by the monotonic clock, and whether the service rejected our token. */
export type Failure = { at: number; isRejected: boolean }

export const failureText = (name: DomainName, { isRejected }: Failure) =>
  isRejected
    ? `svc-${name} rejects the key of this process: CASCADE_PRIVATE_JWK is not the one registered there, or not for this feed`
    : `svc-${name} does not answer`

type Addresses = { [V in ReturnType<typeof addressVariableOf>]?: string | undefined }

/** Addresses that are absent are empty: calls to them fail. */
export const serviceUrlsOf = (env: Addresses): ServiceUrls => perDomain(name => env[addressVariableOf(name)] ?? '')

const send = createSender()

/**
 * Client for calls between processes, with a token of this process.
 * @throws AppError the other side's rejection. Without a response within `timeoutMs`: OUTCOME_UNKNOWN if the call
 *   changes something and may have been sent, else UNAVAILABLE
 */
export function createInternalClient(options: {
  urls: ServiceUrls
  sign: TokenSigner
  timeoutMs?: number
  /** Updated by the client: services whose last call got no response or rejected our token. */
  away?: Map<DomainName, Failure>
  logger?: Logger
}): InternalClient {
  const { urls, sign, away, logger, timeoutMs: timeoutMsDefault = 5_000 } = options
  return async (call, { params = {}, body, url = urls[call.domain], timeoutMs = timeoutMsDefault, requestId }) => {
    const path = call.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
    const token = await sign(`svc-${call.domain}`)
    const noResponse = (cause?: unknown) =>
      call.changes && !wasUnsent(cause)
        ? outcomeUnknown({ reason: 'SERVICE_AWAY', cause })
        : busy(1, 'SERVICE_AWAY', cause)
    const hasBody = call.method !== 'GET'
    const { status, headers, answer } = await send({
      url: `${url}/internal${path}`,
      method: call.method,
      headers: {
        authorization: `Bearer ${token}`,
        ...traceFields(),
        ...(requestId && { [requestIdHeader]: requestId }),
        ...(hasBody && { 'content-type': 'application/json' }),
      },
      body: hasBody ? JSON.stringify(body ?? {}) : undefined,
      timeoutMs,
    })
      // A truncated body, or the page of a proxy, counts as no response.
      .then(response => ({ ...response, answer: JSON.parse(response.body.toString()) as unknown }))
      .catch((cause: unknown) => {
        // A single instance says nothing about the service.
        if (url === urls[call.domain]) away?.set(call.domain, { at: performance.now(), isRejected: false })
        throw noResponse(cause)
      })
    const previous = away?.get(call.domain)
    away?.delete(call.domain)
    if (status < 300) return call.response.parse(answer) as z.output<(typeof call)['response']>
    const rejection = parseRejection(answer, headers['retry-after']) ?? noResponse()
    if (rejection.reason === 'SERVICE_TOKEN_REFUSED') {
      const failure = { at: performance.now(), isRejected: true }
      away?.set(call.domain, failure)
      if (!previous?.isRejected) logger?.error(failureText(call.domain, failure))
    }
    throw rejection
  }
}

/** A newer service may send a reason that this process does not know; the code still counts. */
const RejectionBody = ErrorBody.extend({ reason: ErrorBody.shape.reason.catch(undefined) })

/**
 * Parses the error response of another process. A rejection of our own token becomes UNAVAILABLE, because it says
 * nothing about the user.
 * @returns undefined if it is not an error body of ours
 */
export function parseRejection(answer: unknown, retryAfter: string | null | undefined): AppError | undefined {
  const parsed = RejectionBody.safeParse(answer)
  if (!parsed.success) return undefined
  const { code, message, ...details } = parsed.data
  if (details.reason === 'SERVICE_TOKEN_REFUSED') return busy(5, details.reason)
  const retryAfterSeconds = Number(retryAfter ?? 0) > 0 ? Number(retryAfter) : undefined
  return new AppError(code, message, { ...details, retryAfterSeconds })
}

const wasUnsent = (failure: unknown) => failure instanceof NoResponse && !failure.wasSent

/** There was no connection: the call was not executed. */
export const wasNotReached = (error: unknown): boolean => error instanceof AppError && wasUnsent(error.cause)
