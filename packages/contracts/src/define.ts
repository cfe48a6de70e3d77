import { z } from 'zod'
import type { Endpoint, Method } from './endpoint'
import { rolesOf } from './permissions'
import { codeText } from './values/text'

/** A call without parameters, query or body: nothing may be sent. */
export const Nothing = z.strictObject({})

/**
 * `id` and `role` of the signed-in user travel in the query of most calls. They are accepted and ignored:
 * identity comes from the token only.
 */
export const CallerQuery = z.strictObject({ id: z.string().optional(), role: z.string().optional() })

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused
const withoutControls = /^[^\x00-\x1f\x7f-\x9f]*$/

/** What is searched for: the beginning or a part of a name, which never holds a control character. */
export const SearchText = codeText().max(100).regex(withoutControls, 'Not a text to search for')

/** Paging, order and searching, additive on every list: a plain call answers everything. */
export const ListQuery = z.strictObject({
  ...CallerQuery.shape,
  page: z.coerce.number().int().min(1).max(100_000).optional(),
  size: z.coerce.number().int().min(1).max(1000).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  q: SearchText.optional(),
})
/** As it is read: `sort` is one of the fields that the contract of the list names. */
export type ListQuery = z.infer<typeof ListQuery> & { sort?: string | undefined }

/** The query of a list that may be sorted by these fields of its rows. */
export const listQueryOf = <const F extends readonly [string, ...string[]]>(sortFields: F) =>
  ListQuery.extend({ sort: z.enum(sortFields, 'This list cannot be sorted by that field.').optional() })

/** A filter that a form sends empty where nothing is chosen. */
export const optional = <S extends z.ZodType>(schema: S) => z.literal('').or(schema).optional()

/** How a store or a list in memory sorts by each field that the contract of its list names. */
export type SortBy<F extends readonly string[], T> = Readonly<Record<F[number], T>>

/** An id in a path; a literal leading colon, which some callers send, is dropped. */
export const PathId = z
  .string()
  .regex(/^:?[A-Za-z0-9_-]{1,64}$/)
  .transform(value => value.replace(/^:/, ''))

/** What an `Idempotency-Key` may be. */
export const idempotencyKeyPattern = /^[\x21-\x7e]{1,128}$/

/** An id in a body or query. */
export const Id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const IdParams = z.strictObject({ id: PathId })

/** The answer of a call that only reports success. */
export const Done = z.object({ success: z.literal(true), message: z.string().optional() })

/** An answer with one `data` value and, where given, fields that the specification names at the top level. */
export function answerOf<D extends z.ZodType, X extends z.ZodRawShape = Record<never, never>>(data: D, extra?: X) {
  return z.object({ success: z.literal(true), message: z.string().optional(), data, ...(extra ?? ({} as X)) })
}

/** A list answer: `total` is the number of rows before paging. */
export function listOf<R extends z.ZodType>(row: R) {
  return answerOf(z.array(row), { total: z.number().int().optional() })
}

type Definition<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, A extends z.ZodType> = Pick<
  Endpoint,
  'id' | 'domain' | 'may' | 'summary' | 'multipart' | 'file' | 'books' | 'refuses' | 'tell'
> & {
  call: `${Method} /${string}`
  params?: P
  query?: Q
  body?: B
  answer: A
  /** It makes something that can be read afterwards: 201. */
  creates?: true
}

/** Completes an endpoint: what is not named takes nothing, except the caller's `id` and `role` in the query. */
export function endpoint<
  A extends z.ZodType,
  P extends z.ZodType = typeof Nothing,
  Q extends z.ZodType = typeof CallerQuery,
  B extends z.ZodType = typeof Nothing,
>(definition: Definition<P, Q, B, A>): Endpoint<P, Q, B, A> {
  const { call, params, query, body, creates, ...rest } = definition
  const [method, path] = call.split(' ') as [Method, string]
  return {
    ...rest,
    roles: rolesOf(rest.may),
    method,
    path,
    params: params ?? (Nothing as unknown as P),
    query: query ?? (CallerQuery as unknown as Q),
    body: body ?? (Nothing as unknown as B),
    status: creates ? 201 : 200,
  }
}
