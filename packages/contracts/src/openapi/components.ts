import { ApprovalPending } from '../accounts/approvals'
import { idempotencyKeyPattern } from '../define'
import { ErrorBody } from '../errors/errors'
import { type Json, refTo, type WriteSchema } from './json-schema'

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
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
export const bookingHeaderRefs = Object.fromEntries(
  Object.keys(bookingHeaders).map(name => [name, refTo('headers', name)]),
)

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
  cookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session-token',
    description: 'For reads from our own pages. `session-token` where the suite is served without TLS.',
  },
}

const jsonResponse = (description: string, schema: Json) => ({
  description,
  content: { 'application/json': { schema } },
})

/** Components that any call may reference. */
export const buildCommonComponents = (write: WriteSchema) => ({
  responses: {
    Error: jsonResponse('An error; `code` says which.', write(ErrorBody, 'output')),
    Pending: jsonResponse('It waits for a second person.', write(ApprovalPending, 'output')),
  },
  parameters: { IdempotencyKey: idempotencyKey },
  headers: bookingHeaders,
  securitySchemes,
})

/**
 * Finds the parts that several operations have alike, whatever their examples: the first one stands for all. Of two that
 * get the same name, the one used more often is shared.
 * @returns the shared parts by name, and the reference to a shared part instead of the part itself
 */
export function shareRepeated(kind: string, parts: readonly Json[], nameOf: (part: Json) => string) {
  const uses = new Map<string, { part: Json; count: number }>()
  for (const part of parts) {
    const key = keyOf(part)
    uses.set(key, { part: uses.get(key)?.part ?? part, count: (uses.get(key)?.count ?? 0) + 1 })
  }
  const shared: Record<string, Json> = {}
  const refs = new Map<string, Json>()
  for (const [key, { part, count }] of [...uses].sort(([, a], [, b]) => b.count - a.count)) {
    const name = nameOf(part)
    if (count === 1 || name in shared) continue
    shared[name] = part
    refs.set(key, refTo(kind, name))
  }
  return { shared, replace: (part: Json): Json => refs.get(keyOf(part)) ?? part }
}

const keyOf = (part: Json) => JSON.stringify(part, (name, value) => (name === 'example' ? undefined : value))
