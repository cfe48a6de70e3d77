import { z } from 'zod'
import type { Endpoint, EndpointInfo, Method } from './endpoint'
import { rolesOf } from './permissions'
import { codeText } from './values/text'

/** An empty object: no parameters, query or body allowed. */
export const EmptyObject = z.strictObject({})

/**
 * Most clients send `id` and `role` of the signed-in user. Accepted and ignored: identity comes from the token only.
 */
export const CallerQuery = z.strictObject({ id: z.string().optional(), role: z.string().optional() })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is rejected
const withoutControls = /^[^\x00-\x1f\x7f-\x9f]*$/

/** A search term. Names contain no control characters. */
export const SearchText = codeText().max(100).regex(withoutControls, 'Not a valid search term')

/** Paging, order and search. All are optional: without them a list returns all rows. */
export const ListQuery = z.strictObject({
  ...CallerQuery.shape,
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(1000).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  q: SearchText.optional(),
})
/** Parsed query; `sort` is one of the fields that the list's contract names. */
export type ListQuery = z.infer<typeof ListQuery> & { sort?: string | undefined }

/** Rows that a search scanned, and all rows of the list. */
export const Searched = z.object({ rows: z.number().int(), of: z.number().int() })

/** The query of a list with these sort fields. */
export const listQueryOf = <const F extends readonly [string, ...string[]]>(sortFields: F) =>
  ListQuery.extend({ sort: z.enum(sortFields, 'This list cannot be sorted by that field.').optional() })

/** An optional filter; forms send an empty string for "no choice". */
export const optionalFilter = <S extends z.ZodType>(schema: S) => z.literal('').or(schema).optional()

/** The sort implementation for each sort field of a list. */
export type SortBy<F extends readonly string[], T> = Readonly<Record<F[number], T>>

/** An id in a path. Some callers send a literal leading colon; it is dropped. */
export const PathId = z
  .string()
  .regex(/^:?[A-Za-z0-9_-]{1,64}$/)
  .transform(value => value.replace(/^:/, ''))

export const idempotencyKeyPattern = /^[\x21-\x7e]{1,128}$/

export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const IdParams = z.strictObject({ id: PathId })

/** Response without data. */
export const SuccessResponse = z.object({ success: z.literal(true), message: z.string().optional() })

/** Response with one `data` value and any extra top-level fields that the specification names. */
export function responseOf<D extends z.ZodType, X extends z.ZodRawShape = Record<never, never>>(data: D, extra?: X) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data, ...(extra ?? ({} as X)) })
}

/** List response; `total` counts rows before paging. */
export function listResponseOf<R extends z.ZodType>(row: R) {
  return responseOf(z.array(row), { total: z.number().int().optional() })
}

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = EndpointInfo & {
  route: `${Method} /${string}`
  params?: P
  query?: Q
  body?: B
  response: A
  /** The call creates a resource: status 201. */
  creates?: true
}

/**
 * Completes an endpoint. Omitted inputs take nothing, except `id` and `role` of the caller in the query.
 * @example
 * const createTime = endpoint({
 *   id: 'games.time.create',
 *   domain: 'games',
 *   route: 'POST /time/create',
 *   permission: 'times.write',
 *   audit: auditAs('Time added'),
 *   summary: 'Add a time between draws',
 *   body: NewTime,
 *   response: responseOf(Time),
 *   creates: true,
 * })
 */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = typeof EmptyObject,
  Q extends z.ZodType = typeof CallerQuery,
  B extends z.ZodType = typeof EmptyObject,
>(definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const { route, params, query, body, creates, ...rest } = definition
  const [method, path] = route.split(' ') as [Method, string]
  return {
    ...rest,
    roles: rolesOf(rest.permission),
    method,
    path,
    params: params ?? (EmptyObject as unknown as P),
    query: query ?? (CallerQuery as unknown as Q),
    body: body ?? (EmptyObject as unknown as B),
    status: creates ? 201 : 200,
  }
}
