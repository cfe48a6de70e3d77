import { type AuthUser, authApi } from './accounts'
import type { AnyEndpoint, BodyInputOf, QueryInputOf, ResponseOf } from './endpoint'
import { ErrorBody } from './errors/errors'
import { buildContent, buildPath } from './request'

type Values = Readonly<Record<string, unknown>>

const finalStatuses: readonly number[] = [400, 403, 404, 409, 422]

/** Any response but a success, with the server's reason and message. */
export class RejectedError extends Error {
  readonly status: number
  readonly reason: string
  /** The server's message, readable by users. */
  readonly serverMessage: string

  constructor(call: string, status: number, answer: unknown) {
    const error = ErrorBody.safeParse(answer).data
    const serverMessage = error?.message ?? JSON.stringify(answer) ?? ''
    super(`${call} answered ${status}: ${serverMessage}`)
    this.status = status
    this.serverMessage = serverMessage
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
export type RawResponse = { status: number; headers: Headers; body: unknown }
type Options = {
  /** Token of calls that pass none. */
  token?: string
  fetch?: (url: string, init: RequestInit) => Promise<Pick<Response, 'status' | 'headers' | 'json'>>
  /** Timeout of one attempt. */
  timeoutMs?: number
  /** Retries after a 503. Safe only if all changes carry keys. */
  retriesMax?: number
}

export type PublicClient = ReturnType<typeof createClient>

const firstPauseMs = 100

/**
 * A client of the public API; it uses nothing that third parties do not have.
 * @example
 * const { data } = await createClient(url, { token }).call(accountApi.player.list, { query: { page: 1 } })
 */
export function createClient(url: string, options: Options = {}) {
  const { fetch = globalThis.fetch, timeoutMs, retriesMax = 0 } = options

  /** Returns any response. A body that is not JSON becomes undefined. */
  async function send(
    method: string,
    path: string,
    { token = options.token, key, body, headers }: RequestOptions = {},
  ) {
    const content = buildContent(body, { token, key })
    const init = { method, headers: { ...content.headers, ...headers }, body: content.body }
    for (let attempt = 0; ; attempt++) {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        ...(timeoutMs && { signal: AbortSignal.timeout(timeoutMs) }),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      const result: RawResponse = { status: response.status, headers: response.headers, body: answer }
      if (response.status !== 503 || attempt >= retriesMax) return result
      const requestedMs = Number(response.headers.get('retry-after') ?? 0) * 1_000
      await new Promise(resolve => setTimeout(resolve, Math.max(requestedMs, firstPauseMs * 2 ** attempt)))
    }
  }

  /** @throws RejectedError for any other status than the endpoint's, ZodError if the body does not fit the contract */
  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<ResponseOf<E>> {
    const { params, query, token, key } = input
    const path = buildPath(endpoint, params, query as Values)
    const body = endpoint.method === 'GET' ? undefined : (input.body ?? {})
    const result = await send(endpoint.method, path, { token, key, body })
    if (result.status !== endpoint.status) throw new RejectedError(endpoint.id, result.status, result.body)
    return endpoint.response.parse(result.body) as ResponseOf<E>
  }

  return { url, send, call }
}

export type Login = { username: string; password: string }
export type SessionClient = PublicClient & { token: string; user: AuthUser }

/** @returns a client with the token of a new session; undefined for wrong credentials or an inactive account
 * @throws Error if the account needs a second factor */
export async function signIn(
  url: string,
  { username, password }: Login,
  options: Options = {},
): Promise<SessionClient | undefined> {
  try {
    // Callers may pass whole accounts; the strict schema takes only these two fields.
    const body = { username, password }
    const answer = await createClient(url, options).call(authApi.login, { body })
    if ('needs' in answer) throw new Error(`${username} needs a second factor`)
    const { token, user } = answer
    return { ...createClient(url, { ...options, token }), token, user }
  } catch (error) {
    if (error instanceof RejectedError && (error.status === 401 || error.status === 403)) return undefined
    throw error
  }
}

export type User = ReturnType<typeof createUser>

/**
 * A user who signs in with the first call, and again when the session has ended. A failed sign-in is tried again by the
 * next call.
 * @param readLogin called for each sign-in; the call passes its errors on
 * @example
 * const { data } = await createUser(url, () => ({ username, password })).call(playerApi.me)
 */
export function createUser(url: string, readLogin: () => Login | Promise<Login>, options: Options = {}) {
  let current: Promise<SessionClient> | undefined
  let token = ''

  async function open() {
    const login = await readLogin()
    const session = await signIn(url, login, options)
    if (!session) throw new Error(`${login.username} cannot sign in: wrong password, or the account is not active.`)
    token = session.token
    return session
  }

  /** @returns another session than the one that has ended */
  function signedIn(ended?: Promise<SessionClient>) {
    if (current === ended) current = undefined
    current ??= open().catch((error: unknown) => {
      current = undefined
      throw error
    })
    return current
  }

  return {
    /** The session, opened if there is none. */
    session: () => signedIn(),
    renewSession: () => signedIn(current),
    /** Token of the newest session; empty before the first. */
    token: () => token,
    async call<E extends AnyEndpoint>(endpoint: E, input?: CallInput<E>): Promise<ResponseOf<E>> {
      const used = signedIn()
      try {
        return await (await used).call(endpoint, input)
      } catch (error) {
        if (!(error instanceof RejectedError && error.status === 401)) throw error
        return (await signedIn(used)).call(endpoint, input)
      }
    },
  }
}
