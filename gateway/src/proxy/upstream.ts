import { Readable } from 'node:stream'
import { domainNames } from '@cascade/contracts'
import {
  AppError,
  busy,
  createSender,
  type HttpRequest,
  type HttpResponse,
  NoResponse,
  outcomeUnknown,
  type ServiceUrls,
} from '@cascade/service-kit'

/** Address and token audience of each service, by the domain of its endpoints. */
export type Upstreams = ReadonlyMap<string, { url: string; audience: string }>

export function createUpstreams(urls: ServiceUrls, external: readonly { domain: string; url: string }[]): Upstreams {
  const own = domainNames.map(name => [name, { url: urls[name], audience: `svc-${name}` }] as const)
  return new Map([...own, ...external.map(({ domain, url }) => [domain, { url, audience: domain }] as const)])
}

const sendRequest = createSender(512)
/** Larger responses, and those of unknown length, are streamed. */
const bufferedBytesMax = 1024 * 1024
const send = (request: UpstreamRequest) => sendRequest({ ...request, bufferedBytesMax })

export type UpstreamRequest = HttpRequest & {
  changes?: boolean
  /** Idempotent: reads, and changes with a key. */
  repeatable?: boolean
}

/**
 * Sends a request. Responses up to 1 MB are complete.
 * @throws AppError UNAVAILABLE when guaranteed not executed, OUTCOME_UNKNOWN when a change got no response, or an error
 *   of the body
 */
export async function requestUpstream(request: UpstreamRequest): Promise<HttpResponse> {
  const { body, changes, repeatable = !changes } = request
  return send(request).catch((error: unknown) => {
    // A keep-alive connection closed while we wrote to it says nothing about the server.
    const isStale = error instanceof NoResponse && error.isReset && !(body instanceof Readable)
    if (isStale && repeatable) return repeat(request, error.wasSent)
    throw toAppError(request, error)
  })
}

/** Answers that precede execution: they say nothing about an earlier attempt. */
const unexecutedStatuses: readonly number[] = [401, 403, 429, 503]

/**
 * @param wasSent the first attempt may have been executed: whatever becomes of this one, a change without an outcome is
 *   unknown
 */
async function repeat(request: UpstreamRequest, wasSent: boolean): Promise<HttpResponse> {
  const response = await send(request).catch((error: unknown) => {
    throw toAppError(request, error, wasSent)
  })
  const { status, body } = response
  if (!wasSent || !request.changes || !unexecutedStatuses.includes(status)) return response
  if (body instanceof Readable) body.destroy()
  throw toAppError(request, new Error(`the repetition was answered ${status}`), wasSent)
}

function toAppError({ changes }: UpstreamRequest, error: unknown, wasSent = false): AppError {
  if (error instanceof AppError) return error
  return changes && (wasSent || (error instanceof NoResponse && error.wasSent))
    ? outcomeUnknown({ reason: 'SERVICE_AWAY', cause: error })
    : busy(1, 'SERVICE_AWAY', error)
}
