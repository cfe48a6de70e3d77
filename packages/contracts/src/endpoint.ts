import type { z } from 'zod'
import type { ApprovalReader } from './approval'
import type { AuditFormatter } from './audit'
import type { DomainName, ExternalName } from './domain'
import type { ErrorCode } from './errors/errors'
import type { MultipartLimits } from './multipart'
import type { Access, Permission } from './permissions'
import type { Role } from './roles'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The part of an endpoint that its definition states as it is. */
export type EndpointInfo = {
  /** Unique: `<domain>.<entity>.<verb>`, e.g. `accounts.admin.create`. */
  id: string
  /** Domain or external service that handles the call; the gateway handles its own. */
  domain: DomainName | 'gateway' | ExternalName
  /** Permission required to call it. */
  permission: Access
  /** Permission that the rights of a person must contain, if other than `permission`; `any`: none. */
  right?: Permission | 'any' | undefined
  summary: string
  /**
   * The call moves points. Without an `Idempotency-Key` the response carries `Idempotency-Key-Missing: true`, and the
   * gateway adds a key so that the transfer has an id even if the response is lost.
   */
  movesPoints?: true | undefined
  /**
   * The session must have proved itself within the last five minutes: `always` by password or factor; `strict` the same
   * where the policy is strict; `factor` by a factor, if the account has one.
   */
  stepUp?: 'always' | 'strict' | 'factor' | undefined
  /** Also allowed for a session whose role needs a second factor that its account does not have yet. */
  duringEnrolment?: true | undefined
  /** A call with side effects that is also allowed to a session that views as another login. */
  duringView?: true | undefined
  /** A call with side effects that is also allowed during a maintenance: sign-in and the own session, and reads. */
  duringMaintenance?: true | undefined
  /** Where the policy demands a second person, the call answers 202 and changes nothing until it is approved. */
  approval?: ApprovalReader | undefined
  /** Audit wording of a call that changes something. */
  audit?: AuditFormatter | undefined
  /** Error codes besides those that every call of its kind may return. */
  errors?: readonly ErrorCode[] | undefined
  /** Maximum bytes of a JSON body, if other than the usual limit. */
  jsonBytesMax?: number | undefined
  /** Present if the body is multipart instead of JSON. */
  multipart?: MultipartLimits | undefined
  /** Media type of a response that is a file instead of JSON. */
  fileType?: string
}

/**
 * One call of the public API. The service parses requests and the browser client parses responses with these schemas;
 * the gateway's role table and the OpenAPI document are derived from the same entries.
 */
export type Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  A extends z.ZodType = z.ZodType,
> = EndpointInfo & {
  method: Method
  /** Below `/api`, with `:name` for a parameter. */
  path: string
  /** Roles that have the permission. */
  roles: readonly Role[] | 'public' | 'any'
  params: P
  query: Q
  body: B
  response: A
  /** 201 for creates, 200 for everything else. */
  status: 200 | 201
}

// biome-ignore lint/suspicious/noExplicitAny: endpoints of all shapes share one list
export type AnyEndpoint = Endpoint<any, any, any, any>
export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
export type ResponseOf<E extends AnyEndpoint> = z.output<E['response']>
/** Before defaults and transforms. */
export type BodyInputOf<E extends AnyEndpoint> = z.input<E['body']>
export type QueryInputOf<E extends AnyEndpoint> = z.input<E['query']>
export type ParamsInputOf<E extends AnyEndpoint> = z.input<E['params']>
