import { z } from 'zod'
import { allEndpoints } from './calls'
import type { AnyEndpoint } from './endpoint'
import type { CallShape, RemoteNeeds } from './gateway/needs'
import type { RemoteSource } from './gateway/remote-descriptor'
import { permissions } from './permissions'

type Schema = Readonly<Record<string, unknown>>
type Direction = 'input' | 'output'

const keyOf = ({ method, path }: AnyEndpoint) => `${method} ${path}`

/** The fields of a call's request and response, without formats, patterns and bounds. */
export function shapeOf({ params, query, body, response }: AnyEndpoint): CallShape {
  const fields = (name: string, schema: z.ZodType, io: Direction) => listFields(toSchema(schema, io), name, io)
  const request = [
    ...fields('params', params, 'input'),
    ...fields('query', query, 'input'),
    ...fields('body', body, 'input'),
  ]
  return { request: unique(request), response: unique(fields('', response, 'output')) }
}

const unique = (fields: readonly string[]) => [...new Set(fields)].sort()
const toSchema = (schema: z.ZodType, io: Direction) => z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Schema

/** Fields by path. Alternatives contribute all their fields; a request's are required only if all alternatives need them. */
function listFields(schema: Schema, path: string, io: Direction, isRequired = true): string[] {
  const alternatives = (schema.anyOf ?? schema.oneOf ?? schema.allOf) as readonly Schema[] | undefined
  if (alternatives) {
    const needed = isRequired && schema.allOf !== undefined
    return alternatives.filter(({ type }) => type !== 'null').flatMap(each => listFields(each, path, io, needed))
  }
  if (schema.type === 'array') return listFields((schema.items ?? {}) as Schema, `${path}[]`, io, isRequired)
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>)
  if (properties.length > 0) {
    const required = (schema.required ?? []) as readonly string[]
    return properties.flatMap(([name, field]) =>
      listFields(field, path === '' ? name : `${path}.${name}`, io, isRequired && required.includes(name)),
    )
  }
  if (schema.type === 'object' && !schema.additionalProperties) return []
  return [`${path}:${typeOf(schema)}${io === 'input' && isRequired ? '!' : ''}`]
}

function typeOf({ type, const: value, enum: values }: Schema): string {
  const example = value ?? (values as readonly unknown[] | undefined)?.[0]
  const name = type ?? (example === undefined ? 'any' : typeof example)
  return name === 'integer' ? 'number' : String(name)
}

/**
 * Resolves the needs of a remote from its `remote.json`: permissions, services and the fields of its calls.
 * @throws Error for a call that the contracts do not have
 */
export function needsOf({ bases, cards = [], actions = [], needs }: RemoteSource): RemoteNeeds | undefined {
  if (!needs) return undefined
  const { calls, services = [] } = needs
  const named = [...bases, ...cards, ...actions].map(({ permission }) => permission)
  const shapes = calls.map(id => {
    const endpoint = allEndpoints.find(each => each.id === id)
    if (!endpoint) throw new Error(`remote.json needs the call ${id}, which the contracts do not have.`)
    return [keyOf(endpoint), shapeOf(endpoint)] as const
  })
  return { permissions: [...new Set(named)].sort(), services, calls: Object.fromEntries(shapes) }
}

/** Permissions, services and calls of this suite, to compare with the needs of a remote. @param services ids of the registered services of other teams */
export const offerOf = (services: readonly string[]): RemoteNeeds => ({
  permissions: Object.keys(permissions),
  services: [...services],
  calls: Object.fromEntries(allEndpoints.map(endpoint => [keyOf(endpoint), shapeOf(endpoint)])),
})

/** Why a build with these needs fails in a suite with this offer, one sentence each; empty if it fits. */
export function findMisfits(needs: RemoteNeeds, offer: RemoteNeeds): string[] {
  const missing = (names: readonly string[], offered: readonly string[]) =>
    names.filter(name => !offered.includes(name))
  return [
    ...missing(needs.permissions, offer.permissions).map(name => `The suite has no permission ${name}.`),
    ...missing(needs.services, offer.services).map(name => `The suite has no service ${name}.`),
    ...Object.entries(needs.calls).flatMap(([call, shape]) => {
      const offered = offer.calls[call]
      return offered ? compareShapes(call, shape, offered) : [`The suite has no call ${call}.`]
    }),
  ]
}

function compareShapes(call: string, needed: CallShape, offered: CallShape): string[] {
  const optional = (field: string) => field.replace(/!$/, '')
  const accepted = new Set(offered.request.map(optional))
  const sent = new Set(needed.request)
  const answered = new Set(offered.response)
  return [
    ...needed.request
      .filter(field => !accepted.has(optional(field)))
      .map(field => `does not accept ${optional(field)}`),
    ...offered.request
      .filter(field => field.endsWith('!') && !sent.has(field))
      .map(field => `requires ${optional(field)}`),
    ...needed.response.filter(field => !answered.has(field)).map(field => `does not answer ${field}`),
  ].map(difference => `${call} ${difference}.`)
}
