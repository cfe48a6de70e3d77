import { type AuthUser, authApi } from './accounts'
import type { AnswerOf, AnyEndpoint, BodyInputOf, QueryInputOf } from './endpoint'
import { ErrorBody } from './errors/errors'
import { addressOf, contentOf } from './request'

type Values = Readonly<Record<string, unknown>>

const finalStatuses: readonly number[] = [400, 403, 404, 409, 422]

/** Any response but a success, with the server's reason and message. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  /** The server's message, readable by users. */
  readonly words: string

  constructor(call: string, status: number, answer: unknown) {
    const error = ErrorBody.safeParse(answer).data
    const words = error?.message ?? JSON.stringify(answer) ?? ''
    super(`${call} answered ${status}: ${words}`)
    this.status = status
    this.words = words
    this.reason = error?.reason ?? error?.code ?? `HTTP_${status}`
  }

  /** The server decided on the request itself: a retry gets the same response. */
  get isFinal(): boolean {
    return finalStatuses.includes(this.status)
  }
}

type RequestOptions = {
  token?: string | undefined
  key?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}
export type CallInput<E extends AnyEndpoint> = {
  token?: string | undefined
  params?: Values
  query?: QueryInputOf<E>
  body?: BodyInputOf<E> | FormData
  /** Idempotency key: the request takes effect once, however often it is sent. */
  key?: string | undefined
}
export type Answered = { status: number; headers: Headers; body: unknown }
type Options = {
  /** Token of calls that pass none. */
  token?: string
  fetch?: (url: string, init: RequestInit) => Promise<Pick<Response, 'status' | 'headers' | 'json'>>
  /** Timeout of one attempt. */
  patienceMs?: number
  /** Retries after a 503. Safe only if all changes carry keys. */
  repeats?: number
}

export type PublicClient = ReturnType<typeof clientOf>

const firstPauseMs = 100

/** A client of the public API, as any third party could write it. */
export function clientOf(url: string, options: Options = {}) {
  const { fetch = globalThis.fetch, patienceMs, repeats = 0 } = options

  /** Returns any response. A body that is not JSON becomes undefined. */
  async function send(
    method: string,
    path: string,
    { token = options.token, key, body, headers }: RequestOptions = {},
  ) {
    const content = contentOf(body, { token, key })
    const init = { method, headers: { ...content.headers, ...headers }, body: content.body }
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        ...(patienceMs && { signal: AbortSignal.timeout(patienceMs) }),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      const result: Answered = { status: response.status, headers: response.headers, body: answer }
      if (response.status !== 503 || attempt >= repeats) return result
      const requestedMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
      await new Promise(resolve => setTimeout(resolve, Math.max(requestedMs, firstPauseMs * 2 ** attempt)))
    }
  }

  /** @throws Refused for any other status than the endpoint's, ZodError if the body does not fit the contract */
  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
    const { params, query, token, key } = input
    const path = addressOf(endpoint, params, query as Values)
    const body = endpoint.method === 'GET' ? undefined : (input.body ?? {})
    const result = await send(endpoint.method, path, { token, key, body })
    if (result.status !== endpoint.status) throw new Refused(endpoint.id, result.status, result.body)
    return endpoint.answer.parse(result.body) as AnswerOf<E>
  }

  return { url, send, call }
}

export type Login = { username: string; password: string }
export type SignedIn = PublicClient & { token: string; user: AuthUser }

/** @returns a client with the token of a new session; undefined for wrong credentials or an inactive account */
export async function signIn(
  url: string,
  { username, password }: Login,
  options: Options = {},
): Promise<SignedIn | undefined> {
  try {
    // Callers may pass whole accounts; the strict schema takes only these two fields.
    const body = { username, password }
    const { token, user } = await clientOf(url, options).call(authApi.login, { body })
    return { ...clientOf(url, { ...options, token }), token, user }
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) return undefined
    throw error
  }
}
