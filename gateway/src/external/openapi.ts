import {
  type Access,
  type AnyEndpoint,
  type ExternalName,
  endpoint,
  type Method,
  permissions,
  SuccessResponse,
  toOperationId,
} from '@cascade/contracts'
import { z } from 'zod'

type Json = Record<string, unknown>

/** The calls of an external service, and its part of `/docs/openapi.json`. */
export type ExternalDocument = { endpoints: AnyEndpoint[]; paths: Json; components: Record<string, Json> }

const Named = z.record(z.string(), z.record(z.string(), z.unknown())).default({})
const Document = z.object({ openapi: z.string().startsWith('3.'), paths: Named, components: Named })

const methods: readonly string[] = ['get', 'post', 'put', 'patch', 'delete'] satisfies Lowercase<Method>[]
const operationNames = [...methods, 'head', 'options', 'trace']
const pathPattern = /^(?:\/(?:\{[A-Za-z]\w*\}|[\w.~-]+))+$/
const pathLengthMax = 400
const operationsMax = 500
/** Path items, their parts and components; each costs some microseconds. */
const entriesMax = 5_000

/**
 * Parses the OpenAPI document of an external service.
 * @throws Error with one sentence, for the first operation that the gateway cannot serve
 */
export function parseDocument(text: string, domain: ExternalName): ExternalDocument {
  const tag = domain.slice('external.'.length)
  const json = parseJson(text, tag)
  if (countEntries(json.paths) + countEntries(json.components) > entriesMax)
    throw new Error(`its openapi.json has more than ${entriesMax} paths and components`)
  const parsed = Document.safeParse(json)
  if (!parsed.success) throw new Error('its openapi.json is not an OpenAPI 3 document')
  const endpoints: AnyEndpoint[] = []
  const paths = mapValues(parsed.data.paths, (item, path) => ({
    ...mapValues(item, (part, name) => {
      if (!operationNames.includes(name)) return part
      if (endpoints.length >= operationsMax)
        throw new Error(`its openapi.json has more than ${operationsMax} operations`)
      const call = toEndpoint(domain, name, path, { ...(part as Json) })
      endpoints.push(call)
      return {
        ...(part as Json),
        operationId: toOperationId(call.id),
        tags: [tag],
        security: securityOf(call),
        servers: undefined,
      }
    }),
    servers: undefined,
  }))
  const { securitySchemes: _ours, ...own } = parsed.data.components
  const components = mapValues(own, named =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [`${tag}.${name}`, value])),
  )
  return { endpoints, paths, components }
}

function toEndpoint(domain: ExternalName, name: string, path: string, operation: Json): AnyEndpoint {
  const { 'x-permission': permission, summary } = operation
  const { operationId = `${name}${path.replace(/\W+/g, '.')}`, 'x-operation': id = operationId } = operation
  const reject = (reason: string) => new Error(`${name.toUpperCase()} ${path.slice(0, 100)} ${reason}`)
  if (!methods.includes(name) || path.length > pathLengthMax || !pathPattern.test(path))
    throw reject('is not a call that the gateway can forward')
  if (permission === undefined) throw reject('has no x-permission')
  if (!isAccess(permission)) throw reject(`has an unknown x-permission: ${JSON.stringify(permission)}`)
  const ownName = String(id).replace(`${domain}.`, '').slice(0, 100)
  return endpoint({
    id: `${domain}.${ownName}`,
    domain,
    route: `${name.toUpperCase() as Method} ${path.replace(/\{(\w+)\}/g, ':$1') as '/'}`,
    permission,
    summary: String(summary ?? ownName),
    response: SuccessResponse,
  })
}

/** Adds the calls of external services to our OpenAPI document. */
export function mergeDocuments(own: Json, documents: readonly ExternalDocument[]): Json {
  const components = { ...(own.components as Record<string, Json>) }
  for (const document of documents)
    for (const [kind, named] of Object.entries(document.components))
      components[kind] = { ...components[kind], ...named }
  return { ...own, paths: Object.assign({}, own.paths, ...documents.map(({ paths }) => paths)), components }
}

const isAccess = (value: unknown): value is Access =>
  value === 'any' || value === 'public' || (typeof value === 'string' && Object.hasOwn(permissions, value))

const securityOf = ({ roles, method }: AnyEndpoint) =>
  roles === 'public' ? [] : [{ bearer: [] }, ...(method === 'GET' ? [{ cookie: [] }] : [])]

const mapValues = <V, R>(values: Record<string, V>, map: (value: V, name: string) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value, name)]))

/** Entries of the two upper levels. */
const countEntries = (value: unknown) =>
  Object.values(Object(value)).reduce<number>((sum, item) => sum + 1 + Object.keys(Object(item)).length, 0)

/** Its components, and so the references to them, get the name of the service. */
function parseJson(text: string, tag: string): Json {
  try {
    // Ten times as fast as a reviver, which is called for every value.
    return Object(JSON.parse(text.replace(/("\$ref"\s*:\s*"#\/components\/\w+\/)/g, `$1${tag}.`))) as Json
  } catch {
    throw new Error('its openapi.json is not JSON')
  }
}
