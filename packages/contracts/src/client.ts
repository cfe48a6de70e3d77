import { type AuthUser, authApi } from './accounts'
import type { AnswerOf, AnyEndpoint, BodyInputOf, QueryInputOf } from './endpoint'
import { ErrorBody } from './errors/errors'
import { addressOf, contentOf } from './request'

type Values = Readonly<Record<string, unknown>>

const finalStatuses: readonly number[] = [400, 403, 404, 409, 422]

/** An answer that is no success, with the reason and the words that the server gave. */
export class Refused extends Error {
  readonly status: number
  readonly reason: string
  /** What the server said, for people. */
  readonly words: string

  constructor(call: string, status: number, answer: unknown) {
    const said = ErrorBody.safeParse(answer).data
    const words = said?.message ?? JSON.stringify(answer) ?? ''
    super(`${call} answered ${status}: ${words}`)
    this.status = status
    this.words = words
    this.reason = said?.reason ?? said?.code ?? `HTTP_${status}`
  }

  /** The server's own decision about what was asked: asking again changes nothing. */
  get isFinal(): boolean {
    return finalStatuses.includes(this.status)
  }
}

type Sent = { token?: string | undefined; key?: string | undefined; body?: unknown; headers?: Record<string, string> }
export type CallInput<E extends AnyEndpoint> = {
  token?: string | undefined
  params?: Values
  query?: QueryInputOf<E>
  body?: BodyInputOf<E> | FormData
  /** The same key does the same thing once, however often it is sent. */
  key?: string | undefined
}
export type Answered = { status: number; headers: Headers; body: unknown }
type Options = {
  /** Of all calls that name no other. */
  token?: string
  fetch?: (url: string, init: RequestInit) => Promise<Pick<Response, 'status' | 'headers' | 'json'>>
  /** How long an answer may take. */
  patienceMs?: number
  /** How often a call is sent again to a server that is away for a moment: only where all changes have keys. */
  repeats?: number
}

export type PublicClient = ReturnType<typeof clientOf>

const firstPauseMs = 100

/** A client of the public API for programs, as any caller may write it. */
export function clientOf(url: string, options: Options = {}) {
  const { fetch = globalThis.fetch, patienceMs, repeats = 0 } = options

  /** Whatever is answered; an answer that is no JSON is read as undefined. */
  async function send(method: string, path: string, { token = options.token, key, body, headers }: Sent = {}) {
    const content = contentOf(body, { token, key })
    const init = { method, headers: { ...content.headers, ...headers }, body: content.body }
    for (let sent = 0; ; sent++) {
      const response = await fetch(`${url}/api${path}`, {
        ...init,
        ...(patienceMs && { signal: AbortSignal.timeout(patienceMs) }),
      })
      const answer: unknown = await response.json().catch(() => undefined)
      const answered: Answered = { status: response.status, headers: response.headers, body: answer }
      if (response.status !== 503 || sent >= repeats) return answered
      const asked = Number(response.headers.get('retry-after') ?? 0) * 1_000
      await new Promise(resolve => setTimeout(resolve, Math.max(asked, firstPauseMs * 2 ** sent)))
    }
  }

  /** @throws Refused unless it succeeds, ZodError when the answer does not fit the contract */
  async function call<E extends AnyEndpoint>(endpoint: E, input: CallInput<E> = {}): Promise<AnswerOf<E>> {
    const { params, query, token, key } = input
    const path = addressOf(endpoint, params, query as Values)
    const body = endpoint.method === 'GET' ? undefined : (input.body ?? {})
    const answered = await send(endpoint.method, path, { token, key, body })
    if (answered.status !== endpoint.status) throw new Refused(endpoint.id, answered.status, answered.body)
    return endpoint.answer.parse(answered.body) as AnswerOf<E>
  }

  return { url, send, call }
}

export type Login = { username: string; password: string }
export type SignedIn = PublicClient & { token: string; user: AuthUser }

/** @returns a client with the token of a new session; undefined when these credentials do not open the account */
export async function signIn(
  url: string,
  { username, password }: Login,
  options: Options = {},
): Promise<SignedIn | undefined> {
  try {
    // Who signs in may carry more, which the call refuses.
    const body = { username, password }
    const { token, user } = await clientOf(url, options).call(authApi.login, { body })
    return { ...clientOf(url, { ...options, token }), token, user }
  } catch (error) {
    if (error instanceof Refused && (error.status === 401 || error.status === 403)) return undefined
    throw error
  }
}
