import type { AnyEndpoint } from '@cascade/contracts'

type Values = Readonly<Record<string, unknown>>

/**
 * Path and query of a call. Empty, null and undefined query values are left out.
 * @throws Error when a parameter of the path is missing: the caller's own mistake.
 */
export function addressOf(endpoint: AnyEndpoint, params: Values = {}, query: Values = {}): string {
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

/** Calls of the accounts tree carry who asks, as the specification has it; the server takes it from the token. */
export function carriesCaller(endpoint: AnyEndpoint): boolean {
  if (endpoint.domain !== 'accounts') return false
  const shape = 'shape' in endpoint.query ? (endpoint.query.shape as Values) : {}
  return 'id' in shape && 'role' in shape
}
