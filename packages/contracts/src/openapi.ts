import { z } from 'zod'
import { idempotencyKeyPattern } from './define'
import type { AnyEndpoint } from './endpoint'
import { ErrorBody, statusOfCode } from './errors/errors'
import type { CallExample, CallExamples } from './example'
import { maxMultipartBytes } from './multipart'
import { pastDate, pastDatePattern, pastMoment, pastMomentPattern } from './values/days'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the calls, with an example of each; what a schema transforms is described as it is sent
 * and as it arrives.
 */
export function toOpenApi(
  endpoints: readonly AnyEndpoint[],
  examples: CallExamples,
  info: { title: string; version: string; description?: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operationOf(endpoint, examples[endpoint.id]) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: schemaOf(ErrorBody, 'output') },
      responses: { Error: { description: 'Refused', content: { 'application/json': { schema: errorRef } } } },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: bookingHeaders,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'session-token' },
      },
    },
  }
}

const errorRef = { $ref: '#/components/schemas/Error' }
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A key of your own for this one wish: sent again with the same key, it is done once.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
}

/** Headers of the answers of calls that book points. */
const bookingHeaders = {
  'Idempotency-Key-Missing': {
    description: 'The call came without an Idempotency-Key: sent again, it books again.',
    schema: { const: 'true' },
  },
  'Idempotent-Outcome': {
    description:
      'The verdict on the key: `booked`, with 422 for another request than this one, or `refused`: never booked, a further try takes a new key. Absent: keep the key.',
    schema: { enum: ['booked', 'refused'] },
  },
  'Idempotent-Replayed': { description: 'The first answer of this key again.', schema: { const: 'true' } },
}
const bookingHeaderRefs = Object.fromEntries(
  Object.keys(bookingHeaders).map(name => [name, { $ref: `#/components/headers/${name}` }]),
)

function operationOf(endpoint: AnyEndpoint, example: CallExample | undefined): Json {
  const { id, domain, roles, summary, status, answer, method } = endpoint
  const described = roles === 'public' ? 'No token.' : `Roles: ${roles === 'any' ? 'any' : roles.join(', ')}.`
  return {
    operationId: id,
    tags: [domain],
    summary,
    description: described,
    security: roles === 'public' ? [] : [{ bearer: [] }, ...(method === 'GET' ? [{ cookie: [] }] : [])],
    parameters: [
      ...parametersOf(endpoint, 'path', example?.params),
      ...parametersOf(endpoint, 'query', example?.query),
      ...(method === 'POST' && domain !== 'gateway' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...bodyOf(endpoint, example?.body),
    responses: {
      [status]: {
        description: 'Done',
        ...(endpoint.books ? { headers: bookingHeaderRefs } : {}),
        content: endpoint.file
          ? { [endpoint.file]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: schemaOf(answer, 'output'), example: example?.answer } },
      },
      ...Object.fromEntries(refusalsOf(endpoint).map(code => [code, { $ref: '#/components/responses/Error' }])),
    },
  }
}

/** Every status that the call may answer besides its own, as the gateway and the service refuse. */
function refusalsOf(endpoint: AnyEndpoint): number[] {
  const { roles, method, refuses = [] } = endpoint
  const isOpen = roles === 'public'
  const hasBody = 'requestBody' in bodyOf(endpoint)
  const namesSomething =
    parametersOf(endpoint, 'path').length > 0 || hasBody || requiredNames(endpoint.query).length > 0
  const codes = [
    ...(['VALIDATION', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'] as const),
    ...(isOpen ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(namesSomething ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['CONFLICT', 'TOO_LARGE'] as const)),
    ...(method === 'POST' ? (['UNPROCESSABLE'] as const) : []),
    ...refuses,
  ]
  return [...new Set(codes.map(code => statusOfCode[code]))].sort((a, b) => a - b)
}

function parametersOf(endpoint: AnyEndpoint, place: 'path' | 'query', example: unknown = {}): Json[] {
  const schema = place === 'path' ? endpoint.params : endpoint.query
  const required = requiredNames(schema)
  const given = example as Json
  return Object.entries(propertiesOf(schemaOf(schema, 'input'))).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: property,
    ...(name in given ? { example: given[name] } : {}),
  }))
}

function bodyOf(endpoint: AnyEndpoint, example?: unknown): Json {
  const { method, multipart } = endpoint
  if (method === 'GET') return {}
  const schema = schemaOf(endpoint.body, 'input')
  const takesNothing = schema.type === 'object' && Object.keys(propertiesOf(schema)).length === 0
  if (takesNothing && schema.anyOf === undefined) return {}
  // No body is an empty one.
  const required = !endpoint.body.safeParse({}).success
  if (!multipart) return { requestBody: { required, content: { 'application/json': { schema, example } } } }
  const { maxFiles, maxFileBytes } = multipart
  const description = `At most ${maxFiles} files of ${maxFileBytes} bytes each, ${maxMultipartBytes(multipart)} bytes in all.`
  return { requestBody: { required, description, content: { 'multipart/form-data': { schema, example } } } }
}

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Record<string, unknown>

function requiredNames(schema: z.ZodType): string[] {
  const { required } = schemaOf(schema, 'input')
  return Array.isArray(required) ? required : []
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === pastDate) Object.assign(jsonSchema, { format: 'date', pattern: pastDatePattern() })
      if (jsonSchema.format !== pastMoment) return
      // Seconds may be left out, which the format of that name does not allow.
      delete jsonSchema.format
      // A moment of today passes, too, but a document does not know what time it is when it is read.
      if (io === 'input') jsonSchema.pattern = pastMomentPattern()
    },
  })
  return described
}
