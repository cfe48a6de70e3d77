import { type AnyEndpoint, changesState, type Method } from '@cascade/contracts'

export type Match = { endpoint: AnyEndpoint; path: string; changes: boolean }
/**
 * The route, or the methods that its path allows; none for an unknown path. `isPartial`: the path may belong to a
 * service whose calls are not known yet.
 */
export type RouteTable = (
  method: string,
  rawPath: string,
) => { match?: Match; allow: readonly Method[]; isPartial?: boolean }

type RouteNode = { fixed: Map<string, RouteNode>; any?: RouteNode; endpoints: Partial<Record<Method, AnyEndpoint>> }

const pathLengthMax = 400

/**
 * Finds the endpoint of a call. Paths are canonicalised first (percent-encoding, the literal colon before an id, one
 * trailing slash), so that the checked path is the forwarded one.
 * @throws Error when an endpoint declares no roles, or two have the same method and path
 */
export function createRouteTable(endpoints: readonly AnyEndpoint[]): RouteTable {
  const root = newNode()
  for (const endpoint of endpoints) addRoute(root, endpoint)
  return (method, rawPath) => {
    const segments = parseSegments(rawPath)
    if (!segments) return { allow: [] }
    const endpoints = findEndpoints(root, segments) ?? {}
    const endpoint = Object.hasOwn(endpoints, method) ? endpoints[method as Method] : undefined
    if (!endpoint) return { allow: (Object.keys(endpoints) as Method[]).sort() }
    const path = `/${segments.map(encodeURIComponent).join('/')}`
    return { match: { endpoint, path, changes: changesState(endpoint) }, allow: [] }
  }
}

/** Path of a request as sent, not decoded or normalised. */
export function rawPathOf(url = ''): string {
  const start = url.startsWith('/') ? 0 : url.indexOf('/', url.indexOf('://') + 3)
  const end = url.slice(start).search(/[?#]/)
  return end < 0 ? url.slice(start) : url.slice(start, start + end)
}

/** Undefined for any path that another router might read differently. */
function parseSegments(rawPath: string): string[] | undefined {
  if (!rawPath.startsWith('/') || rawPath.length > pathLengthMax) return undefined
  const parts = rawPath.slice(1).split('/')
  if (parts.length > 1 && parts.at(-1) === '') parts.pop()
  const segments: string[] = []
  for (const part of parts) {
    const segment = decode(part)?.replace(/^:/, '')
    if (!segment || segment === '.' || segment === '..' || /[/\\%:\p{Cc}]/u.test(segment)) return undefined
    segments.push(segment)
  }
  return segments
}

function decode(part: string): string | undefined {
  if (!part.includes('%')) return part
  try {
    return decodeURIComponent(part)
  } catch {
    return undefined
  }
}

const newNode = (): RouteNode => ({ fixed: new Map(), endpoints: {} })

function addRoute(root: RouteNode, endpoint: AnyEndpoint) {
  const { id, roles, method, path } = endpoint
  if (!(roles === 'public' || roles === 'any' || (Array.isArray(roles) && roles.length > 0))) {
    throw new Error(`${id} declares no roles.`)
  }
  let node = root
  for (const part of path.slice(1).split('/')) {
    const next = (part.startsWith(':') ? node.any : node.fixed.get(part)) ?? newNode()
    if (part.startsWith(':')) node.any = next
    else node.fixed.set(part, next)
    node = next
  }
  if (node.endpoints[method]) throw new Error(`${id} and ${node.endpoints[method].id} have the same method and path.`)
  node.endpoints[method] = endpoint
}

/** Endpoints of a path by method. A fixed name wins over a parameter, also for methods that it lacks. */
function findEndpoints(node: RouteNode, segments: readonly string[], at = 0): RouteNode['endpoints'] | undefined {
  const segment = segments[at]
  if (segment === undefined) return Object.keys(node.endpoints).length > 0 ? node.endpoints : undefined
  const fixed = node.fixed.get(segment)
  return (fixed && findEndpoints(fixed, segments, at + 1)) ?? (node.any && findEndpoints(node.any, segments, at + 1))
}

/** Finds the call among `endpoints`, with any method, whose path matches some of what another path matches. */
export function createOverlapSearch(endpoints: readonly AnyEndpoint[]): (path: string) => AnyEndpoint | undefined {
  const root = newNode()
  for (const endpoint of endpoints) addRoute(root, endpoint)
  return path => findOverlap(root, path.slice(1).split('/'))
}

function findOverlap(node: RouteNode, parts: readonly string[], at = 0): AnyEndpoint | undefined {
  const part = parts[at]
  if (part === undefined) return Object.values(node.endpoints)[0]
  const fixed = part.startsWith(':') ? node.fixed.values() : [node.fixed.get(part)]
  for (const next of [...fixed, node.any]) {
    const found = next && findOverlap(next, parts, at + 1)
    if (found) return found
  }
  return undefined
}
