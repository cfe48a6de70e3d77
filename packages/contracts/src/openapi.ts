import { z } from 'zod'
import type { AnyEndpoint } from './endpoint'
import { ErrorBody, statusOfCode } from './errors'

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of the calls; what a schema transforms is described as it is sent and as it arrives. */
export function toOpenApi(endpoints: readonly AnyEndpoint[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      responses: { Error: { description: 'Refused', content: { 'application/json': { schema: errorRef } } } },
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  }
}

const errorRef = { $ref: '#/components/schemas/Error' }

function operationOf(endpoint: AnyEndpoint): Json {
  const { id, domain, roles, summary, status } = endpoint
  const described = roles === 'public' ? 'No token.' : `Roles: ${roles === 'any' ? 'any' : roles.join(', ')}.`
  return {
    operationId: id,
    tags: [domain],
    summary,
    description: described,
    security: roles === 'public' ? [] : [{ bearer: [] }],
    parameters: [...parametersOf(endpoint, 'path'), ...parametersOf(endpoint, 'query')],
    ...bodyOf(endpoint),
    responses: {
      [status]: {
        description: 'Done',
        content: { 'application/json': { schema: schemaOf(endpoint.answer, 'output') } },
      },
      ...Object.fromEntries(refusalsOf(endpoint).map(code => [code, { $ref: '#/components/responses/Error' }])),
    },
  }
}

function refusalsOf({ roles, params, method }: AnyEndpoint): number[] {
  const { UNAUTHENTICATED, FORBIDDEN, NOT_FOUND, CONFLICT, ...always } = statusOfCode
  const named = Object.keys(propertiesOf(schemaOf(params, 'input'))).length > 0
  return [
    ...new Set<number>([
      ...Object.values(always),
      ...(roles === 'public' ? [] : [UNAUTHENTICATED, FORBIDDEN]),
      ...(named ? [NOT_FOUND] : []),
      ...(method === 'GET' ? [] : [CONFLICT]),
    ]),
  ].sort((a, b) => a - b)
}

function parametersOf(endpoint: AnyEndpoint, place: 'path' | 'query'): Json[] {
  const schema = schemaOf(place === 'path' ? endpoint.params : endpoint.query, 'input')
  const required = Array.isArray(schema.required) ? schema.required : []
  return Object.entries(propertiesOf(schema)).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
  }))
}

function bodyOf(endpoint: AnyEndpoint): Json {
  if (endpoint.method === 'GET') return {}
  const schema = schemaOf(endpoint.body, 'input')
  if (Object.keys(schema).length > 0 && schema.type === 'object' && Object.keys(propertiesOf(schema)).length === 0) {
    return {}
  }
  const type = endpoint.multipart ? 'multipart/form-data' : 'application/json'
  return { requestBody: { required: true, content: { [type]: { schema } } } }
}

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' })
  return described
}
