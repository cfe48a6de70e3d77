import type { AnswerOf, AnyEndpoint, BodyInputOf, ParamsInputOf, QueryInputOf } from '@cascade/contracts'
import { addressOf, carriesCaller } from './address'
import { ApiError, errorOfAnswer, networkMessage } from './api-error'

type OptionalWhenEmpty<K extends string, T> = Record<string, never> extends T ? { [P in K]?: T } : { [P in K]: T }

export type CallInput<E extends AnyEndpoint> = OptionalWhenEmpty<'params', ParamsInputOf<E>> & {
  query?: QueryInputOf<E>
  body?: BodyInputOf<E> | FormData
  /** Repeats with one key have one effect; make it with `newIdempotencyKey` when the form opens. */
  idempotencyKey?: string
  /** The `etag` of the read that is edited: a stale one is refused with 409. */
  ifMatch?: string
  signal?: AbortSignal
}

/** Where the client finds who is signed in, and tells that nobody is any more. */
export type SessionPort = {
  token: () => string | null
  caller: () => { id: string; role: string } | undefined
  /** The server refused the token that was sent. */
  refused: (token: string) => void
}

export type ApiAnswer<E extends AnyEndpoint> = { answer: AnswerOf<E>; etag?: string; requestId?: string }

export type ApiClient = {
  /** Makes the call and answers what the contract promises. @throws ApiError */
  call: <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<AnswerOf<E>>
  /** As `call`, with the headers that an edit or an error report needs. @throws ApiError */
  send: <E extends AnyEndpoint>(endpoint: E, input: CallInput<E>) => Promise<ApiAnswer<E>>
}

type Options = {
  fetch: (url: string, init: RequestInit) => Response | Promise<Response>
  session: SessionPort
  /** Root of all calls. */
  base?: string
}

type Loose = { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown }

export function createApiClient({ fetch, session, base = '/api' }: Options): ApiClient {
  async function send<E extends AnyEndpoint>(endpoint: E, input: CallInput<E>): Promise<ApiAnswer<E>> {
    const { params, query, body } = input as Loose
    const caller = carriesCaller(endpoint) ? session.caller() : undefined
    const token = session.token()
    const url = base + addressOf(endpoint, params, { ...caller, ...query })
    const response = await request(url, { ...requestOf(endpoint, input, body), headers: headersOf(input, body, token) })
    const requestId = response.headers.get('x-request-id') ?? undefined
    const content = await contentOf(response)
    if (response.status !== 200 && response.status !== 201) {
      if (response.status === 401 && token) session.refused(token)
      throw errorOfAnswer(response.status, content, requestId)
    }
    const parsed = endpoint.answer.safeParse(content)
    if (!parsed.success) throw contractError(endpoint, response.status, content, parsed.error, requestId)
    return { answer: parsed.data as AnswerOf<E>, etag: response.headers.get('etag') ?? undefined, requestId }
  }

  async function request(url: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(url, init)
    } catch (cause) {
      if (init.signal?.aborted) throw cause
      throw new ApiError({ status: 0, code: 'NETWORK', message: networkMessage, cause })
    }
  }

  return { send, call: async (endpoint, input) => (await send(endpoint, input)).answer }
}

function requestOf(endpoint: AnyEndpoint, input: { signal?: AbortSignal }, body: unknown): RequestInit {
  const content = body instanceof FormData || body === undefined ? body : JSON.stringify(body)
  return { method: endpoint.method, body: content, signal: input.signal }
}

function headersOf(input: { idempotencyKey?: string; ifMatch?: string }, body: unknown, token: string | null) {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined && !(body instanceof FormData)) headers['content-type'] = 'application/json'
  if (token) headers.authorization = `Bearer ${token}`
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  if (input.ifMatch) headers['if-match'] = input.ifMatch
  return headers
}

async function contentOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    return undefined
  }
}

function contractError(endpoint: AnyEndpoint, status: number, body: unknown, cause: unknown, requestId?: string) {
  const said = errorOfAnswer(status, body, requestId)
  const refused = said.requestId !== undefined && said.code !== 'CONTRACT'
  if (refused) return said
  return new ApiError({ status, code: 'CONTRACT', message: `Unexpected answer of ${endpoint.id}`, cause, requestId })
}
