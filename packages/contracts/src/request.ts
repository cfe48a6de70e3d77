import type { AnyEndpoint } from './endpoint'

type Values = Readonly<Record<string, unknown>>

/**
 * Path and query of a call. Empty, null and undefined query values are omitted.
 * @throws Error for a missing path parameter, a programming error
 * @example
 * buildPath(accountApi.player.list, {}, { page: 2 }) // '/player/all?page=2'
 */
export function buildPath(endpoint: AnyEndpoint, params: Values = {}, query: Values = {}): string {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_match, name: string) => {
    const value = params[name]
    if (value === undefined || value === null || value === '') throw new Error(`${endpoint.id} needs the id "${name}"`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** Headers and body of a request. Objects become JSON; forms and strings are sent unchanged. */
export function buildContent(body: unknown, options: { token?: string | null | undefined; key?: string | undefined }) {
  const { token, key } = options
  const headers: Record<string, string> = {}
  if (token) headers.authorization = `Bearer ${token}`
  if (key) headers['idempotency-key'] = key
  if (body === undefined || body instanceof FormData) return { headers, body }
  headers['content-type'] = 'application/json'
  return { headers, body: typeof body === 'string' ? body : JSON.stringify(body) }
}
