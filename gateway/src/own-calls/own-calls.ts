import { type AnswerOf, type AnyEndpoint, type BodyOf, statusOfCode } from '@cascade/contracts'
import { accountsInternal, authApi, authTexts } from '@cascade/contracts/accounts'
import { gatewayApi, tracesApi, vitalsApi } from '@cascade/contracts/gateway'
import {
  type Actor,
  AppError,
  type InternalClient,
  networkOf,
  parseInput,
  parseJson,
  refusalOf,
  tellBrowserSpan,
  unauthenticated,
} from '@cascade/service-kit'
import type { Activity } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import type { GatewayMetrics } from '../metrics'
import type { ApiCall, ApiHandler } from '../request/context'
import type { GuessLimits, RateLimits } from '../request/limits'
import type { Origins } from '../request/origins'
import { readJsonBody } from '../request/request-body'
import type { SessionCache } from '../sessions/session-cache'
import { noSessionCookie, type SessionTokens, sessionCookie } from '../sessions/session-token'
import type { CountVitals } from './vitals'

/** Which verb serves which of the gateway's own calls. */
export function ownRoutes({ serve }: OwnCalls, deps: OwnCallDeps): void {
  serve(authApi.login, call => signIn(deps, call))
  serve(authApi.session, call => readSession(deps, call))
  serve(authApi.logout, call => signOut(deps, call))
  serve(gatewayApi.logUserActivity, call => logUserActivity(deps, call))
  serve(vitalsApi.tell, call => tellVitals(deps, call))
  serve(tracesApi.tell, call => tellTraces(deps, call))
}

type Answer<E extends AnyEndpoint> = Omit<AnswerOf<E>, 'success'>
type OwnCall<E extends AnyEndpoint> = { ctx: ApiCall; input: BodyOf<E> }

type OwnCalls = ReturnType<typeof createOwnCalls>

/** The calls that the gateway answers itself; input and answer pass through the contract as in every service. */
export function createOwnCalls() {
  const handlers = new Map<string, ApiHandler>()
  return {
    serve<E extends AnyEndpoint>(endpoint: E, verb: (call: OwnCall<E>) => Promise<Answer<E>>) {
      handlers.set(endpoint.id, async ctx => {
        const input = parseInput(endpoint.body, await bodyOf(ctx)) as BodyOf<E>
        const answer = await verb({ ctx, input })
        return ctx.c.json(endpoint.answer.parse({ success: true, ...answer }) as object, endpoint.status)
      })
    },
    /** By the endpoint's id. */
    handlers: handlers as ReadonlyMap<string, ApiHandler>,
  }
}

async function bodyOf({ endpoint, incoming }: ApiCall): Promise<unknown> {
  if (endpoint.method === 'GET') return {}
  return parseJson((await readJsonBody(incoming)).toString('utf8'), incoming.headers['content-type'])
}

/** What the gateway's own verbs may use. */
type OwnCallDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  guesses: GuessLimits
  limits: Pick<RateLimits, 'browserActivity' | 'pageFigures' | 'signInWaitSeconds'>
  countVitals: CountVitals
  metrics: GatewayMetrics
  /** Whether cookies are for TLS only. */
  secure: boolean
}

/** @throws AppError UNAUTHENTICATED on a public call, which has none */
function actorOf({ actor }: Pick<ApiCall, 'actor'>): Actor {
  if (!actor) throw unauthenticated()
  return actor
}

/**
 * Opens a session and hands out its token, in the answer and as a cookie. Every try of a password is written down. A
 * network that has to wait is let in only where svc-accounts knows that it has proved this password before.
 */
async function signIn(
  deps: OwnCallDeps,
  { ctx, input }: OwnCall<typeof authApi.login>,
): Promise<Omit<AnswerOf<typeof authApi.login>, 'success'>> {
  const { incoming, address, c } = ctx
  // Signing somebody in from another site would put that browser into a foreign account.
  deps.origins.requireOwnPage(incoming)
  const network = networkOf(address)
  const waitSeconds = Math.max(deps.limits.signInWaitSeconds(network), deps.guesses.waitSeconds(network)) || undefined
  const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
  const body = { ...input, ipAddress: address, userAgent, waitSeconds }
  const opened = await deps
    .call(accountsInternal.openSession, { body, requestId: ctx.requestId })
    .catch((error: unknown) => {
      const { code, reason } = refusalOf(error)
      if (code === 'UNAUTHENTICATED') deps.guesses.wrong(network)
      deps.metrics.signIns.inc({ outcome: code })
      const isUntried = waitSeconds !== undefined && code === 'TOO_MANY_REQUESTS'
      if (!isUntried) record(deps, ctx, { username: input.username, status: statusOfCode[code], code, reason })
      throw error
    })
  const { sessionId, user } = opened
  const { _id: accountId, username, role } = user
  const expiresAt = new Date(opened.expiresAt)
  const token = await deps.tokens.sign({ accountId, username, role, sessionId, expiresAt })
  c.header('set-cookie', sessionCookie(token, expiresAt, deps.secure))
  deps.metrics.signIns.inc({ outcome: 'OK' })
  const actor = { accountId, username, role, sessionId, ipAddress: address }
  record(deps, ctx, { actor, username, status: 200 })
  return { message: authTexts.loggedIn, token, user, roles: [role], expiresAt: opened.expiresAt }
}

type Outcome = Pick<Activity, 'username' | 'status' | 'code' | 'reason'> & { actor?: Actor }

function record({ activity }: OwnCallDeps, ctx: ApiCall, { actor, ...outcome }: Outcome) {
  const { incoming, address, requestId } = ctx
  const does = outcome.status < 400 ? 'signed in' : 'tried to sign in'
  const words = { operation: ctx.endpoint.id, subject: 'LOGIN', does }
  const what = { ...words, requestUrl: incoming.url ?? '', method: 'POST' }
  activity.record({ actor, ...what, ...outcome, ipAddress: address, requestId })
}

/** Who is signed in, with the present balance. */
async function readSession({ call, sessions }: OwnCallDeps, { ctx }: { ctx: ApiCall }) {
  const { requestId } = ctx
  const { sessionId } = actorOf(ctx)
  const { user, expiresAt } = await call(accountsInternal.readSession, { params: { sessionId }, requestId }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      sessions.end(sessionId)
      throw unauthenticated()
    },
  )
  return { user, roles: [user.role], expiresAt }
}

/** Ends the session everywhere, and the cookie with it. */
async function signOut({ call, sessions, secure }: OwnCallDeps, { ctx }: { ctx: ApiCall }) {
  const { sessionId } = actorOf(ctx)
  await call(accountsInternal.endSession, { params: { sessionId }, requestId: ctx.requestId })
  sessions.end(sessionId)
  ctx.c.header('set-cookie', noSessionCookie(secure))
  return {}
}

/** Writes down what only a browser knows, such as an export, marked as its word. */
async function logUserActivity(
  { activity, limits }: OwnCallDeps,
  { ctx, input }: OwnCall<typeof gatewayApi.logUserActivity>,
) {
  const { address, requestId } = ctx
  const { subject, requestUrl, method } = input
  const actor = actorOf(ctx)
  limits.browserActivity(actor.sessionId)
  const operation = ctx.endpoint.id
  const what = { operation, subject, requestUrl, method, status: 201, source: 'browser' as const }
  activity.record({ actor, ...what, ipAddress: address, requestId })
  return {}
}

/** How fast and steady pages were, as their browser says. */
async function tellVitals({ countVitals, limits }: OwnCallDeps, { ctx, input }: OwnCall<typeof vitalsApi.tell>) {
  limits.pageFigures(actorOf(ctx).sessionId)
  await countVitals(input.vitals)
  return {}
}

/** How long calls took for whoever made them, as their browser says. */
async function tellTraces({ limits }: OwnCallDeps, { ctx, input }: OwnCall<typeof tracesApi.tell>) {
  limits.pageFigures(actorOf(ctx).sessionId)
  const now = Date.now()
  for (const { tookMs, agoMs, ...span } of input.calls) {
    tellBrowserSpan({ ...span, startMs: now - agoMs - tookMs, endMs: now - agoMs })
  }
  return {}
}
