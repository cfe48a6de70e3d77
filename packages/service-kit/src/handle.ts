import type { AnswerOf, AnyEndpoint, BodyOf, InternalCall, ParamsOf, QueryOf } from '@cascade/contracts'
import type { z } from 'zod'
import { forbidden, invalid, notFound, unauthenticated } from './errors'
import type { ServiceContext, ServiceHono } from './service-app'
import type { Actor, Identity, TokenVerifier } from './tokens'
import { parseInput } from './validate'

/** What a handler gets besides its parsed input. */
export type Call = {
  requestId: string
  /** The caller's key for "do this once"; undefined when none was sent. */
  idempotencyKey: string | undefined
  ifMatch: string | undefined
  setHeader: (name: string, value: string) => void
  /** Aborted when the caller has gone. */
  signal: AbortSignal
}

type Input<E extends AnyEndpoint> = {
  params: ParamsOf<E>
  query: QueryOf<E>
  body: BodyOf<E>
  call: Call
} & (E['roles'] extends 'public' ? { actor: Actor | undefined } : { actor: Actor })

type Answer<E extends AnyEndpoint> = Omit<AnswerOf<E>, 'success'>

const idempotencyPattern = /^[\x21-\x7e]{1,128}$/

/**
 * Serves an endpoint: token, role, params, query and body are checked in this order before `handler` runs, and its
 * answer passes through the endpoint's schema, so that no field leaves that the contract does not name.
 */
export function handle<E extends AnyEndpoint>(
  app: ServiceHono,
  verifyToken: TokenVerifier,
  endpoint: E,
  handler: (input: Input<E>) => Promise<Answer<E>>,
): void {
  app.on(endpoint.method, `/api${endpoint.path}`, async c => {
    c.set('endpointId', endpoint.id)
    const identity = await identify(c, verifyToken)
    if (identity.caller !== 'gateway') throw forbidden()
    requireRole(endpoint, identity.actor)
    const params = endpoint.params.safeParse(c.req.param())
    if (!params.success) throw notFound()
    const input = {
      params: params.data,
      query: parseInput(endpoint.query, c.req.query()),
      body: await readBody(c, endpoint),
      actor: identity.actor,
      call: callOf(c),
    } as Input<E>
    const answer = await handler(input)
    c.header('cache-control', 'no-store')
    return c.json(endpoint.answer.parse({ success: true, ...answer }) as object, endpoint.status)
  })
}

/** Serves a call between processes; only the named callers pass. */
export function handleInternal<B extends z.ZodType, A extends z.ZodType>(
  app: ServiceHono,
  verifyToken: TokenVerifier,
  definition: InternalCall<B, A>,
  handler: (input: { params: Record<string, string>; body: z.output<B>; requestId: string }) => Promise<z.input<A>>,
): void {
  app.on(definition.method, `/internal${definition.path}`, async c => {
    const { caller } = await identify(c, verifyToken)
    if (!definition.callers.includes(caller)) throw forbidden()
    const body = definition.method === 'GET' ? {} : await readJson(c)
    const answer = await handler({
      params: c.req.param() as Record<string, string>,
      body: parseInput(definition.body, body),
      requestId: c.get('requestId'),
    })
    return c.json(definition.answer.parse(answer) as object)
  })
}

async function identify(c: ServiceContext, verifyToken: TokenVerifier): Promise<Identity> {
  const header = c.req.header('authorization')
  if (!header?.startsWith('Bearer ')) throw unauthenticated()
  const identity = await verifyToken(header.slice(7))
  c.set('identity', identity)
  return identity
}

function requireRole(endpoint: AnyEndpoint, actor: Actor | undefined) {
  if (endpoint.roles === 'public') return
  if (!actor) throw unauthenticated()
  if (endpoint.roles !== 'any' && !endpoint.roles.includes(actor.role)) throw forbidden()
}

async function readBody(c: ServiceContext, endpoint: AnyEndpoint): Promise<unknown> {
  if (endpoint.multipart) return parseInput(endpoint.body, await c.req.parseBody({ all: true }))
  if (endpoint.method === 'GET') return parseInput(endpoint.body, {})
  return parseInput(endpoint.body, await readJson(c))
}

/** An absent body is an empty object: deletes and toggles carry none. */
async function readJson(c: ServiceContext): Promise<unknown> {
  const text = await c.req.text()
  if (text === '') return {}
  if (!/^application\/json\b/i.test(c.req.header('content-type') ?? '')) throw invalid('The body must be JSON.')
  try {
    return JSON.parse(text)
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}

function callOf(c: ServiceContext): Call {
  const key = c.req.header('idempotency-key')
  if (key !== undefined && !idempotencyPattern.test(key)) throw invalid('The Idempotency-Key is not valid.')
  return {
    requestId: c.get('requestId'),
    idempotencyKey: key,
    ifMatch: c.req.header('if-match'),
    setHeader: (name, value) => c.header(name, value),
    signal: c.req.raw.signal,
  }
}
