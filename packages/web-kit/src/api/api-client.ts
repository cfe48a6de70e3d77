import {
  type AnyEndpoint,
  type BodyInputOf,
  buildContent,
  buildPath,
  type ParamsInputOf,
  type QueryInputOf,
  type ResponseOf,
} from '@cascade/contracts'
import { backgroundHeader } from '@cascade/contracts/accounts'
import { onlineManager } from '@tanstack/react-query'
import { localNow, readServerDate } from '../clock'
import { randomId } from '../random-id'
import { hasRecentInput, markActive } from '../session/activity'
import { endSession, type SessionEnd, storedSession, useSession } from '../session/session-store'
import { requestStepUp } from '../session/step-up'
import { ApiError, networkError, notSentError, offlineError, toApiError } from './api-error'
import { ApprovalPendingError } from './approval-pending'
import { type OnUpload, uploadRequest } from './upload-request'

type OptionalWhenEmpty<K extends string, T> = Record<string, never> extends T ? { [P in K]?: T } : { [P in K]: T }

export type CallInput<E extends AnyEndpoint> = OptionalWhenEmpty<'params', ParamsInputOf<E>> & {
  query?: QueryInputOf<E>
  body?: BodyInputOf<E> | FormData
  /** Repeats under one key take effect once; create it with `randomId` when the form opens. */
  idempotencyKey?: string
  /** ETag of the version being edited; a stale one is rejected with 409. */
  ifMatch?: string
  onUpload?: OnUpload
  signal?: AbortSignal
  /** Completes even if the page is closed; small bodies only. */
  keepalive?: true
}
type Arguments<E extends AnyEndpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

export type ApiAnswer<E extends AnyEndpoint> = {
  answer: ResponseOf<E>
  etag?: string
  requestId?: string
  /** The call had already been executed under the same key and was not executed again. */
  isReplayed: boolean
}

export type ApiClient = <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<ApiAnswer<E>>

export type ClientSession = {
  token: () => string | null
  caller: () => { id: string; role: string } | undefined
  onRejected: (token: string, why: SessionEnd['why']) => void
}

type Options = {
  fetch: (url: string, init: RequestInit, onUpload?: OnUpload) => Response | Promise<Response>
  session?: ClientSession
  base?: string
}
type UntypedInput = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

/**
 * Creates a client that sends through `fetch`, e.g. the `request` of a Hono app, with the token of the page's session.
 */
export function createApiClient({ fetch, session = pageSession, base = '/api' }: Options): ApiClient {
  return async (endpoint, input) => {
    try {
      return await sendOnce(endpoint, input)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.reason === 'SECOND_FACTOR_REQUIRED') useSession.setState({ mustEnrol: true })
      if (!(await requestStepUp(error.reason))) throw error
      return sendOnce(endpoint, input)
    }
  }

  async function sendOnce<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ApiAnswer<E>> {
    const { params, query, body } = input as UntypedInput
    const caller = carriesCaller(endpoint) ? session.caller() : undefined
    // A wrong password or code must not end a session that is already open.
    const isSignIn = endpoint.domain === 'gateway' && endpoint.permission === 'public'
    const token = isSignIn ? null : session.token()
    const url = base + buildPath(endpoint, params, { ...caller, ...query })
    const init = buildRequest(endpoint, input, body, token)
    const onResponse = observer?.(endpoint, init)
    const requestedAt = localNow()
    const response = await fetchResponse(() => fetch(url, init, input.onUpload), init)
    onResponse?.(response)
    const requestId = response.headers.get('x-request-id') ?? undefined
    // Only our own `Date` header: a captive portal has another clock.
    if (requestId) readServerDate(response.headers.get('date'), requestedAt)
    const content = await parseBody(response)
    if (response.status === 202) throw new ApprovalPendingError(requestId)
    if (response.status !== 200 && response.status !== 201) {
      const error = toApiError(response.status, content, response.headers)
      // A proxy's 401 says nothing about the session.
      if (response.status === 401 && error.fromServer && token) session.onRejected(token, whyOf(error))
      throw error
    }
    const parsed = endpoint.response.safeParse(content)
    if (!parsed.success) throw contractError(endpoint, response, content, parsed.error)
    const answer = parsed.data as ResponseOf<typeof endpoint>
    const isReplayed = response.headers.get('idempotent-replayed') === 'true'
    return { answer, etag: response.headers.get('etag') ?? undefined, requestId, isReplayed }
  }
}

/** Called before each call is sent; the returned function receives its response. */
export type CallObserver = (
  endpoint: AnyEndpoint,
  init: { headers: Record<string, string> },
) => (answer: Response) => void
let observer: CallObserver | undefined

/** Registers the observer of all calls of the page; it may add request headers. */
export function observeCalls(next: CallObserver | undefined): void {
  observer = next
}

const pageSession: ClientSession = {
  token: () => storedSession().token,
  caller: () => {
    const { user } = useSession.getState()
    return user && { id: user._id, role: user.role }
  },
  // A late 401 for an old token must not sign out the user who has signed in since.
  onRejected: (token, why) => {
    if (storedSession().token === token) endSession(why)
  },
}

function whyOf({ reason }: ApiError): SessionEnd['why'] {
  if (reason === 'SESSION_IDLE') return 'idle'
  return reason === 'SESSION_REPLACED' ? 'replaced' : 'refused'
}

const browserClient = createApiClient({
  // `new Request` throws synchronously on an invalid request; `fetch` alone would reject as for a network error.
  fetch: (url, init, onUpload) =>
    onUpload ? uploadRequest(url, init, onUpload) : globalThis.fetch(new Request(url, init)),
})
let current = browserClient

export function setApiClient(client: ApiClient = browserClient): void {
  current = client
}

/** Makes a call and returns its parsed body with `etag` and `requestId`. @throws ApiError */
export function send<E extends AnyEndpoint>(endpoint: E, ...[input]: Arguments<E>): Promise<ApiAnswer<E>> {
  return current(endpoint, (input ?? {}) as CallInput<E>)
}

/**
 * Makes a call and returns its parsed body.
 * @throws ApiError when it is rejected, fails on the network or returns something that violates the contract
 */
export async function call<E extends AnyEndpoint>(endpoint: E, ...input: Arguments<E>): Promise<ResponseOf<E>> {
  return (await send(endpoint, ...input)).answer
}

/** A synchronous throw means not sent; after any other failure the outcome is unknown. */
async function fetchResponse(fetch: () => Response | Promise<Response>, { method, signal }: RequestInit) {
  signal?.throwIfAborted()
  let response: Response | Promise<Response>
  try {
    response = fetch()
  } catch (cause) {
    throw notSentError(cause)
  }
  try {
    return await response
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw method === 'GET' && !onlineManager.isOnline() ? offlineError(cause) : networkError(cause)
  }
}

/** Per the specification, accounts calls carry the caller's id and role; the server takes both from the token. */
export function carriesCaller(endpoint: AnyEndpoint): boolean {
  if (endpoint.domain !== 'accounts') return false
  const shape = 'shape' in endpoint.query ? (endpoint.query.shape as object) : {}
  return 'id' in shape && 'role' in shape
}

type RequestOptions = { idempotencyKey?: string; ifMatch?: string; signal?: AbortSignal; keepalive?: true }

function buildRequest(endpoint: AnyEndpoint, input: RequestOptions, body: unknown, token: string | null) {
  // Calls that move points always carry a key, so that a proxy's retry cannot book twice.
  const key = input.idempotencyKey ?? (endpoint.movesPoints && randomId())
  const content = buildContent(body, { token, key })
  // Reads and telemetry (the only calls with keepalive) do not count as activity of the user.
  const isBackground = (endpoint.method === 'GET' || input.keepalive) && !hasRecentInput()
  if (!isBackground) markActive()
  const headers = {
    accept: 'application/json',
    ...content.headers,
    ...(isBackground && { [backgroundHeader]: '1' }),
    ...(input.ifMatch && { 'if-match': input.ifMatch }),
  }
  const { signal, keepalive = false } = input
  return { method: endpoint.method, headers, body: content.body, signal, keepalive }
}

async function parseBody(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

/** A 2xx response that violates the contract; some still say `success: false`. */
function contractError(endpoint: AnyEndpoint, { status, headers }: Response, body: unknown, cause: unknown) {
  const error = toApiError(status, body, headers)
  if (error.code !== 'CONTRACT') return error
  return new ApiError({
    status,
    code: 'CONTRACT',
    message: `Unexpected answer of ${endpoint.id}`,
    cause,
    requestId: error.requestId,
  })
}
