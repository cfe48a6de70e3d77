import {
  type AnyEndpoint,
  type AnyEvent,
  type BodyOf,
  errorTexts,
  type InternalCall,
  idempotencyKeyPattern,
  type ParamsOf,
  type QueryOf,
  type ResponseOf,
  withheldEventTypes,
} from '@cascade/contracts'
import type { BookedCall } from '@cascade/contracts/accounts'
import type { Context, MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { z } from 'zod'
import { requireAccess } from '../auth/authorization'
import { type Actor, type Identity, serviceTokenRefused, type TokenVerifier } from '../auth/tokens'
import { AppError, invalid, notFound, tooLarge } from '../runtime/errors'
import type { HttpContext, ServiceHono } from './app'
import { jsonLimitBytes, parseInput, readJson } from './input'
import { withMultipart } from './uploads'

/** Caller and context of a call. */
export type Ctx<A = Actor> = {
  actor: A
  requestId: string
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  /** Only for endpoints that move points; stored with the booking, which the log entry is made from. */
  call?: BookedCall
  setHeader: (name: string, value: string) => void
}

/** Parameters of a domain function that serves a call. */
export type Call<I = Record<never, never>, A = Actor> = { ctx: Ctx<A>; input: I }

/** Parameters of a domain function that another service calls, without a signed-in user. */
export type ServiceCall<I> = { ctx: Pick<Ctx, 'requestId'>; input: I }

type EndpointCall<E extends AnyEndpoint> = {
  ctx: Ctx<E['permission'] extends 'public' ? Actor | undefined : Actor>
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
}
type HandlerAnswer<E extends AnyEndpoint> = Omit<ResponseOf<E>, 'success'>
/** A file with a content-addressed URL; browsers may cache it forever. */
type FileAnswer =
  | { bytes: Uint8Array<ArrayBuffer>; etag: string }
  | { stream: AsyncIterable<Uint8Array>; length: number; name: string; etag: string }

export type Router = {
  /**
   * Serves an endpoint. Checks token, role, params, query and body in this order, and parses the response with the
   * endpoint's schema, so that no undeclared field leaves the service.
   */
  serve: <E extends AnyEndpoint>(endpoint: E, handler: (call: EndpointCall<E>) => Promise<HandlerAnswer<E>>) => void
  /** Serves a file: bytes may be cached forever, a stream is not cached. */
  serveFile: <E extends AnyEndpoint>(endpoint: E, handler: (call: EndpointCall<E>) => Promise<FileAnswer>) => void
  /** Serves a call between processes, for the callers that the contract names. */
  serveInternal: <B extends z.ZodType, A extends z.ZodType>(
    definition: InternalCall<B, A>,
    handler: (call: InternalInput<B>) => Promise<z.input<A>>,
  ) => void
}
type InternalInput<B extends z.ZodType> = { params: Record<string, string>; body: z.output<B>; requestId: string }

/** Endpoints of one aggregate: the export of each `routes.ts`. */
export type Routes<Deps> = (router: Router, deps: Deps) => void

export function createRouter(app: ServiceHono, verifyToken: TokenVerifier): Router {
  return {
    serve(endpoint, handler) {
      app.on(endpoint.method, `/api${endpoint.path}`, bodyLimitOf(endpoint), async c => {
        const call = await admit(c, endpoint, verifyToken)
        const answering = withBody(c, endpoint, body => handler({ ...call, body }))
        const answer = await (endpoint.movesPoints ? withVerdict(c, answering) : answering)
        c.header('cache-control', 'no-store')
        return c.json(endpoint.response.parse({ success: true, ...answer }) as object, endpoint.status)
      })
    },

    serveFile(endpoint, handler) {
      app.on(endpoint.method, `/api${endpoint.path}`, async c => {
        const call = await admit(c, endpoint, verifyToken)
        const file = await withBody(c, endpoint, body => handler({ ...call, body }))
        c.header('content-type', endpoint.fileType)
        c.header('content-length', String('bytes' in file ? file.bytes.length : file.length))
        c.header('etag', file.etag)
        // No shared cache: only signed-in users may read it.
        c.header('cache-control', 'bytes' in file ? 'private, max-age=31536000, immutable' : 'no-store')
        c.header('x-content-type-options', 'nosniff')
        if ('bytes' in file) return c.body(file.bytes, endpoint.status)
        c.header('content-disposition', `attachment; filename="${file.name}"`)
        return c.body(ReadableStream.from(file.stream) as ReadableStream, endpoint.status)
      })
    },

    serveInternal(definition, handler) {
      app.on(definition.method, `/internal${definition.path}`, createJsonLimit(definition.bodyBytesMax), async c => {
        const { caller, ...call } = await admitInternal(c, definition, verifyToken)
        const answer = definition.response.parse(await handler(call)) as object
        return c.json(caller === 'external' ? withhold(answer as FeedAnswer) : answer)
      })
    },
  }
}

/** Checks token, role, params and query, in this order. @throws AppError */
async function admit<E extends AnyEndpoint>(
  c: HttpContext,
  endpoint: E,
  verifyToken: TokenVerifier,
): Promise<Omit<EndpointCall<E>, 'body'>> {
  c.set('endpointId', endpoint.id)
  const { caller, actor } = await identify(c, verifyToken)
  if (caller !== 'gateway' && actor?.approvalId === undefined) throw callerRejected()
  requireAccess(endpoint, actor)
  const params = endpoint.params.safeParse(c.req.param())
  if (!params.success) throw notFound()
  const call = actor && { operation: endpoint.id, requestUrl: c.req.path, ipAddress: actor.ipAddress }
  return {
    ctx: { ...toContext(c), actor: actor as Actor, ...(endpoint.movesPoints && call && { call }) },
    params: params.data as ParamsOf<E>,
    query: parseInput(endpoint.query, c.req.query()) as QueryOf<E>,
  }
}

/**
 * Adds the `Idempotent-Outcome` header once the outcome of a booking is final: a client that got no response keeps its
 * key until then.
 */
async function withVerdict<T>(c: HttpContext, answering: Promise<T>): Promise<T> {
  try {
    const answer = await answering
    c.header('Idempotent-Outcome', 'booked')
    return answer
  } catch (error) {
    if (error instanceof AppError && error.verdict) c.header('Idempotent-Outcome', error.verdict)
    throw error
  }
}

async function admitInternal<B extends z.ZodType>(
  c: HttpContext,
  definition: InternalCall<B>,
  verifyToken: TokenVerifier,
): Promise<InternalInput<B> & Pick<Identity, 'caller'>> {
  const { caller, feeds } = await identify(c, verifyToken)
  const isOpen = caller !== 'external' || feeds.includes(definition.feed ?? '')
  if (!definition.callers.includes(caller) || !isOpen) throw callerRejected()
  const body = definition.method === 'GET' ? {} : await readJson(c)
  const params = c.req.param() as Record<string, string>
  return { caller, params, body: parseInput(definition.body, body), requestId: c.get('requestId') }
}

type FeedAnswer = { head: number; events: AnyEvent[] }

const withhold = ({ head, events }: FeedAnswer): FeedAnswer => ({
  head,
  events: events.map(event =>
    withheldEventTypes.includes(event.type)
      ? { ...event, actor: null, data: null, traceparent: undefined }
      : { ...event, data: withoutCall(event.data) },
  ),
})

/** The address of an operator or player is not for other teams. */
const withoutCall = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'call' in data ? { ...data, call: undefined } : data

const callerRejected = () => new AppError('FORBIDDEN', errorTexts.forbidden, { reason: 'SERVICE_TOKEN_REFUSED' })

async function identify(c: HttpContext, verifyToken: TokenVerifier): Promise<Identity> {
  const header = c.req.header('authorization')
  if (!header?.startsWith('Bearer ')) throw serviceTokenRefused()
  const identity = await verifyToken(header.slice(7))
  c.set('identity', identity)
  return identity
}

function createJsonLimit(maxSize = jsonLimitBytes): MiddlewareHandler {
  const reject = (c: Context): never => {
    // The rest of the body is not read, so the connection cannot be reused.
    c.header('connection', 'close')
    throw tooLarge()
  }
  const counted = bodyLimit({ maxSize, onError: reject })
  return (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) return counted(c, next)
    // Node's parser enforces the declared length; reading the body here would convert it to a web stream.
    if (Number(c.req.header('content-length') ?? 0) > maxSize) reject(c)
    return next()
  }
}
const jsonLimit = createJsonLimit()
const noLimit: MiddlewareHandler = (_c, next) => next()
/** Multipart bodies have their own limits; the body of a GET is never read. */
function bodyLimitOf({ multipart, method, jsonBytesMax }: AnyEndpoint): MiddlewareHandler {
  if (multipart || method === 'GET') return noLimit
  return jsonBytesMax === undefined ? jsonLimit : createJsonLimit(jsonBytesMax)
}

async function withBody<E extends AnyEndpoint, T>(
  c: HttpContext,
  endpoint: E,
  use: (body: BodyOf<E>) => Promise<T>,
): Promise<T> {
  const { method, multipart } = endpoint
  const parsed = (input: unknown) => parseInput(endpoint.body, input) as BodyOf<E>
  if (multipart) return withMultipart(c.req.raw, multipart, values => use(parsed(values)))
  return use(parsed(method === 'GET' ? {} : await readJson(c)))
}

function toContext(c: HttpContext): Omit<Ctx, 'actor'> {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !idempotencyKeyPattern.test(key)) throw invalid('The Idempotency-Key is not valid.')
  return {
    requestId: c.get('requestId'),
    idempotencyKey: key,
    ifMatch: c.req.header('if-match'),
    setHeader: (name, value) => c.header(name, value),
  }
}
