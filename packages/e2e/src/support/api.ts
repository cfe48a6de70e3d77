import type { AnswerOf, AnyEndpoint, BodyInputOf } from '@cascade/contracts'
import { type AuthUser, authApi } from '@cascade/contracts/accounts'
import { demoPassword } from '@cascade/dev-stack'

type Answer = { status: number; body: Record<string, unknown>; headers: Headers }
export type Session = { token: string; user: AuthUser }

/** A plain HTTP client of the public API, as any caller may write it. */
export function apiAt(url: string) {
  async function send(
    method: string,
    path: string,
    options: { token?: string; body?: unknown; headers?: object } = {},
  ) {
    const { token, body, headers } = options
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const answer = (await response.json().catch(() => ({}))) as Record<string, unknown>
    return { status: response.status, body: answer, headers: response.headers } satisfies Answer
  }

  async function login(username: string, password = demoPassword): Promise<Session> {
    const { status, body } = await send('POST', '/auth/login', { body: { username, password } })
    if (status !== 200) throw new Error(`${username} cannot sign in: ${status} ${String(body.message)}`)
    return authApi.login.answer.parse(body)
  }

  /** @throws Error unless the call succeeds with an answer that fits its contract. */
  async function call<E extends AnyEndpoint>(
    endpoint: E,
    session: Session,
    input: {
      params?: Record<string, string>
      query?: Record<string, string>
      body?: BodyInputOf<E>
      key?: string
    } = {},
  ): Promise<AnswerOf<E>> {
    const path = pathOf(endpoint, input.params ?? {})
    const query = new URLSearchParams(input.query ?? {}).toString()
    const { status, body } = await send(endpoint.method, query ? `${path}?${query}` : path, {
      token: session.token,
      ...(endpoint.method === 'GET' ? {} : { body: input.body ?? {} }),
      ...(input.key ? { headers: { 'idempotency-key': input.key } } : {}),
    })
    if (status !== endpoint.status) throw new Error(`${endpoint.id}: ${status} ${JSON.stringify(body)}`)
    return endpoint.answer.parse(body) as AnswerOf<E>
  }

  return { url, send, login, call }
}
export type Api = ReturnType<typeof apiAt>

export const pathOf = (endpoint: AnyEndpoint, params: Record<string, string>) =>
  endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => params[name] ?? 'missing')
