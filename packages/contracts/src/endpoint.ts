import type { z } from 'zod'
import type { DomainName } from './domain'
import type { ErrorCode } from './errors/errors'
import type { MultipartLimits } from './multipart'
import type { Access } from './permissions'
import type { Role } from './roles'
import type { Tell } from './tell'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call of the public API. The service parses its input and the browser client its answer with these schemas;
 * the gateway's role table and the OpenAPI document are made from the same entries.
 */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = {
  /** Unique: `<domain>.<entity>.<verb>`, e.g. `accounts.admin.create`. */
  id: string
  /** Whose service answers; `gateway` answers itself. */
  domain: DomainName | 'gateway'
  method: Method
  /** Below `/api`, with `:name` for a parameter. */
  path: string
  /** Who may call it. */
  may: Access
  /** The roles that `may` opens to. */
  roles: readonly Role[] | 'public' | 'any'
  summary: string
  params: P
  query: Q
  body: B
  answer: A
  /** 201 for creates, 200 for everything else. */
  status: 200 | 201
  /**
   * It books points: without an `Idempotency-Key` its answer says `Idempotency-Key-Missing: true`, and the gateway adds
   * a key, so that its transfer has an id whatever becomes of the answer.
   */
  books?: true | undefined
  /** How the activity log tells it, when it changes something. */
  tell?: Tell | undefined
  /** Refusals besides those that every call of its kind may answer. */
  refuses?: readonly ErrorCode[] | undefined
  /** Multipart instead of JSON, and how much of it. */
  multipart?: MultipartLimits | undefined
  /** Media type of an answer that is a file instead of JSON. */
  file?: string
}

// biome-ignore lint/suspicious/noExplicitAny: the one place where endpoints of all shapes are held together
export type AnyEndpoint = Endpoint<any, any, any, any>
export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
export type AnswerOf<E extends AnyEndpoint> = z.output<E['answer']>
/** What a caller writes: before defaults and transforms. */
export type BodyInputOf<E extends AnyEndpoint> = z.input<E['body']>
export type QueryInputOf<E extends AnyEndpoint> = z.input<E['query']>
export type ParamsInputOf<E extends AnyEndpoint> = z.input<E['params']>
