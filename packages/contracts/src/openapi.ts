import { z } from 'zod'
import { idempotencyKeyPattern } from './define'
import type { AnyEndpoint } from './endpoint'
import { codeCatalogue, reasonCatalogue } from './errors/error-catalogue'
import { ErrorBody, statusByCode } from './errors/errors'
import type { CallExample, CallExamples } from './example'
import { multipartBytesMax } from './multipart'
import { pastDate, pastDatePattern, pastMoment, pastMomentPattern } from './values/days'

type Json = Record<string, unknown>

/**
 * The OpenAPI 3.1 document of the calls, with an example of each. Schemas with a transform are described by their input
 * for requests and by their output for responses.
 */
export function toOpenApi(
  endpoints: readonly AnyEndpoint[],
  examples: CallExamples,
  info: { title: string; version: string; description?: string },
): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: buildOperation(endpoint, examples[endpoint.id]) }
  }
  return {
    openapi: '3.1.0',
    info,
    servers: [{ url: '/api' }],
    paths,
    components: {
      schemas: { Error: errorSchema() },
      responses: { Error: { description: 'Error', content: { 'application/json': { schema: errorRef } } } },
      parameters: { IdempotencyKey: idempotencyKey },
      headers: bookingHeaders,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: {
          type: 'apiKey',
          in: 'cookie',
          name: '__Host-session-token',
          description: 'For reads from our own pages. `session-token` where the suite is served without TLS.',
        },
      },
    },
  }
}

/** `ErrorBody` with what its fields, codes and reasons mean. */
function errorSchema(): Json {
  const schema = toJsonSchema(ErrorBody, 'output')
  const meaningsOf = (catalogue: Readonly<Record<string, { meaning: string; action: string }>>) =>
    Object.fromEntries(Object.entries(catalogue).map(([name, { meaning, action }]) => [name, `${meaning} ${action}`]))
  const more: Record<string, Json> = {
    message: { description: 'For users; it may change.' },
    code: { description: 'Stable; each has one HTTP status.', 'x-enumDescriptions': meaningsOf(codeCatalogue) },
    reason: {
      description: 'Finer than `code`. New ones may be added: treat one that you do not know as its code.',
      'x-enumDescriptions': meaningsOf(reasonCatalogue),
    },
    errors: {
      description:
        'What is wrong, by field path, e.g. `email` or `bets.0.quantity`. With `IN_PLAY`: `tickets` (how many), and points as `stake`, `wins` and `owed`.',
    },
    transferId: { description: 'With `OUTCOME_UNKNOWN`: for `GET /credit/outcome/{transferId}`.' },
    creditLeft: { description: "With `CREDIT_LINE`: points that are left of the admin's credit line." },
    requestId: { description: 'Finds the request in the logs of the operator.' },
  }
  for (const [name, field] of Object.entries(propertiesOf(schema))) Object.assign(field as Json, more[name])
  return schema
}

const errorRef = { $ref: '#/components/schemas/Error' }
const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A unique key for this request: retries with the same key take effect once.',
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
}

/** Response headers of calls that move points. */
const bookingHeaders = {
  'Idempotency-Key-Missing': {
    description: 'The request had no Idempotency-Key: a retry would book a second time.',
    schema: { const: 'true' },
  },
  'Idempotent-Outcome': {
    description:
      'The final outcome of the key. `booked`: it was booked (with 422: by a different request). `refused`: it was not booked and never will be; use a new key. Absent: no outcome yet; keep the key.',
    schema: { enum: ['booked', 'refused'] },
  },
  'Idempotent-Replayed': { description: 'This is the original response to the key.', schema: { const: 'true' } },
}
const bookingHeaderRefs = Object.fromEntries(
  Object.keys(bookingHeaders).map(name => [name, { $ref: `#/components/headers/${name}` }]),
)

const stepUpTexts = {
  always: 'Needs a step-up (`POST /auth/step-up`) of the last five minutes.',
  strict: 'Needs a step-up of the last five minutes where the security policy is strict.',
  factor: 'Needs a step-up of the last five minutes; an account with a second factor must have proved that factor.',
} as const

const approvalText =
  'Answers 202 with `data.approvalId` and changes nothing where the security policy asks for a second person.'

function buildOperation(endpoint: AnyEndpoint, example: CallExample | undefined): Json {
  const { id, domain, permission, roles, summary, status, response, method, stepUp, approval } = endpoint
  const access = roles === 'public' ? 'No token required.' : `Roles: ${roles === 'any' ? 'any' : roles.join(', ')}.`
  return {
    operationId: id,
    'x-permission': permission,
    tags: [domain],
    summary,
    description: [access, stepUp && stepUpTexts[stepUp], approval && approvalText].filter(Boolean).join(' '),
    security: roles === 'public' ? [] : [{ bearer: [] }, ...(method === 'GET' ? [{ cookie: [] }] : [])],
    parameters: [
      ...buildParameters(endpoint, 'path', example?.params),
      ...buildParameters(endpoint, 'query', example?.query),
      ...(method === 'POST' && domain !== 'gateway' ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
    ],
    ...buildRequestBody(endpoint, example?.body),
    responses: {
      [status]: {
        description: 'Success',
        ...(endpoint.movesPoints ? { headers: bookingHeaderRefs } : {}),
        content: endpoint.fileType
          ? { [endpoint.fileType]: { schema: { type: 'string', format: 'binary' } } }
          : { 'application/json': { schema: toJsonSchema(response, 'output'), example: example?.response } },
      },
      ...Object.fromEntries(errorStatusesOf(endpoint).map(code => [code, { $ref: '#/components/responses/Error' }])),
    },
  }
}

/** Every error status that the gateway or the service may return for the call. */
function errorStatusesOf(endpoint: AnyEndpoint): number[] {
  const { roles, method, errors = [] } = endpoint
  const isOpen = roles === 'public'
  const hasBody = 'requestBody' in buildRequestBody(endpoint)
  const namesSomething =
    buildParameters(endpoint, 'path').length > 0 || hasBody || requiredNames(endpoint.query).length > 0
  const codes = [
    ...(['VALIDATION', 'TOO_MANY_REQUESTS', 'INTERNAL', 'UNAVAILABLE'] as const),
    ...(isOpen ? [] : (['UNAUTHENTICATED', 'FORBIDDEN'] as const)),
    ...(namesSomething ? (['NOT_FOUND'] as const) : []),
    ...(method === 'GET' ? [] : (['CONFLICT', 'TOO_LARGE'] as const)),
    ...(method === 'POST' ? (['UNPROCESSABLE'] as const) : []),
    ...errors,
  ]
  return [...new Set(codes.map(code => statusByCode[code]))].sort((a, b) => a - b)
}

function buildParameters(endpoint: AnyEndpoint, location: 'path' | 'query', example: unknown = {}): Json[] {
  const schema = location === 'path' ? endpoint.params : endpoint.query
  const required = requiredNames(schema)
  const values = example as Json
  return Object.entries(propertiesOf(toJsonSchema(schema, 'input'))).map(([name, property]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: property,
    ...(name in values ? { example: values[name] } : {}),
  }))
}

function buildRequestBody(endpoint: AnyEndpoint, example?: unknown): Json {
  const { method, multipart } = endpoint
  if (method === 'GET') return {}
  const schema = toJsonSchema(endpoint.body, 'input')
  const takesNothing = schema.type === 'object' && Object.keys(propertiesOf(schema)).length === 0
  if (takesNothing && schema.anyOf === undefined) return {}
  // An absent body counts as an empty object.
  const required = !endpoint.body.safeParse({}).success
  if (!multipart) return { requestBody: { required, content: { 'application/json': { schema, example } } } }
  const { filesMax, fileBytesMax } = multipart
  const description = `At most ${filesMax} files of ${fileBytesMax} bytes each, ${multipartBytesMax(multipart)} bytes in all.`
  return { requestBody: { required, description, content: { 'multipart/form-data': { schema, example } } } }
}

const propertiesOf = (schema: Json) => (schema.properties ?? {}) as Record<string, unknown>

function requiredNames(schema: z.ZodType): string[] {
  const { required } = toJsonSchema(schema, 'input')
  return Array.isArray(required) ? required : []
}

/** The JSON schema of what callers send (`input`) or receive (`output`), without its dialect. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.format === pastDate) Object.assign(jsonSchema, { format: 'date', pattern: pastDatePattern() })
      if (jsonSchema.format !== pastMoment) return
      // Seconds are optional here, unlike in the format `date-time`.
      delete jsonSchema.format
      // The service also accepts moments of today before now; a static document cannot express that.
      if (io === 'input') jsonSchema.pattern = pastMomentPattern()
    },
  })
  return described
}
