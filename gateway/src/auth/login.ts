import { randomUUID } from 'node:crypto'
import { type ResponseOf, statusByCode } from '@cascade/contracts'
import { accountsInternal, authApi, authTexts, secondStepApi } from '@cascade/contracts/accounts'
import { type Actor, AppError, type InternalClient, toAppError, unauthenticated } from '@cascade/service-kit'
import type { Activity } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import type { GuessLimits } from '../limits/password-guesses'
import type { RateLimits } from '../limits/rate-limits'
import type { ApiCall } from '../request/context'
import type { Origins } from '../request/origins'
import { type OwnEndpoints, requireActor } from '../request/own-endpoints'
import type { GatewayMetrics } from '../telemetry/metrics'
import type { SessionCache } from './session-cache'
import type { BrowserCookies, SessionTokens } from './session-token'

type LoginDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  guesses: GuessLimits
  limits: Pick<RateLimits, 'signInWaitSeconds'>
  metrics: Pick<GatewayMetrics, 'signIns'>
  cookie: BrowserCookies
}

export function addLoginEndpoints({ serve }: OwnEndpoints, deps: LoginDeps): void {
  const { call } = deps
  serve(authApi.login, async ({ ctx, input }) => {
    const { username, password } = input
    const answer = await attemptSignIn(deps, ctx, username, (from, requestId) =>
      call(accountsInternal.openSession, { body: { username, password, ...from }, requestId }),
    )
    return 'needs' in answer ? answer : startSession(deps, ctx, answer)
  })
  serve(secondStepApi.secondFactor, async ({ ctx, input: { challenge, ...proof } }) => {
    const answer = await attemptSignIn(deps, ctx, '', (from, requestId) =>
      call(accountsInternal.proveSecondFactor, { body: { challenge, proof, ...from }, requestId }),
    )
    return 'needs' in answer ? answer : startSession(deps, ctx, answer)
  })
  serve(secondStepApi.passkey, async ({ ctx, input }) => {
    const answer = await attemptSignIn(deps, ctx, '', (from, requestId) =>
      call(accountsInternal.openPasskeySession, { body: { ...input, ...from }, requestId }),
    )
    return 'needs' in answer ? answer : startSession(deps, ctx, answer)
  })
  serve(secondStepApi.newPassword, async ({ ctx, input }) => {
    const answer = await attemptSignIn(deps, ctx, '', (from, requestId) =>
      call(accountsInternal.renewPassword, { body: { ...input, ...from }, requestId }),
    )
    return startSession(deps, ctx, answer)
  })
  serve(authApi.session, call => readSession(deps, call))
  serve(authApi.logout, call => signOut(deps, call))
}

type SignInOrigin = {
  ipAddress: string
  userAgent: string
  waitSeconds?: number | undefined
  browser?: { mark: string; isNew: boolean } | undefined
}

/**
 * Limits and audits one attempt. From a throttled network only accounts that have signed in from it before may try;
 * svc-accounts decides that.
 */
async function attemptSignIn<T>(
  deps: LoginDeps,
  ctx: ApiCall,
  username: string,
  open: (from: SignInOrigin, requestId: string) => Promise<T>,
): Promise<T> {
  const { incoming, address } = ctx
  // Prevents login CSRF: another site could sign the browser in to a foreign account.
  deps.origins.requireOwnPage(incoming)
  const waitSeconds = Math.max(deps.limits.signInWaitSeconds(address), deps.guesses.waitSeconds(address)) || undefined
  const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
  const browser = browserOf(deps, ctx)
  return open({ ipAddress: address, userAgent, waitSeconds, browser }, ctx.requestId).catch((error: unknown) => {
    const rejection = toAppError(error)
    const { code, errors, message } = rejection
    const isElsewhere = rejection.reason === 'NETWORK_NOT_ALLOWED'
    const [loggedCode, reason] = isElsewhere ? ['NETWORK_NOT_ALLOWED' as const] : [code, rejection.reason]
    if (code === 'UNAUTHENTICATED') deps.guesses.recordWrong(address)
    deps.metrics.signIns.inc({ outcome: code })
    const isUnchecked = waitSeconds !== undefined && code === 'TOO_MANY_REQUESTS'
    const status = statusByCode[code]
    if (!isUnchecked) record(deps, ctx, { username: errors?.username ?? username, status, code: loggedCode, reason })
    // Reason and username are for the log only: the caller gets the response of a wrong password.
    throw code === 'UNAUTHENTICATED' ? unauthenticated(message) : error
  })
}

/** Only browsers store cookies, and send their origin with a change. */
function browserOf({ cookie }: LoginDeps, { c, incoming }: ApiCall) {
  const stored = cookie.readMark(incoming)
  if (stored && stored.length <= 64) return { mark: stored, isNew: false }
  if (incoming.headers.origin === undefined) return undefined
  const mark = randomUUID()
  c.set('newMark', mark)
  return { mark, isNew: true }
}

type NewSession = { sessionId: string } & Omit<ResponseOf<typeof authApi.session>, 'success' | 'message' | 'roles'>
export type SessionIssuer = Pick<LoginDeps, 'call' | 'tokens' | 'cookie'>

/** Returns the token of a session in the body and as a cookie. */
export async function issueSession({ tokens, cookie }: SessionIssuer, { c }: ApiCall, session: NewSession) {
  const { sessionId, ...state } = session
  const { _id: accountId, username, role } = state.user
  const expiresAt = new Date(state.expiresAt)
  const token = await tokens.sign({ accountId, username, role, sessionId, expiresAt })
  c.header('set-cookie', cookie.set(token, expiresAt))
  return { token, roles: [role], ...state }
}

async function startSession(deps: LoginDeps, ctx: ApiCall, session: NewSession) {
  const { sessionId, user } = session
  const { _id: accountId, username, role, person } = user
  const answer = await issueSession(deps, ctx, session)
  const mark = ctx.c.get('newMark')
  if (mark) ctx.c.header('set-cookie', deps.cookie.setMark(mark, Date.now()), { append: true })
  deps.metrics.signIns.inc({ outcome: 'OK' })
  const actor = { accountId, username, role, sessionId, ipAddress: ctx.address, ...(person && { person }) }
  record(deps, ctx, { actor, username, status: 200 })
  return { message: authTexts.loggedIn, ...answer }
}

type Outcome = Pick<Activity, 'username' | 'status' | 'code' | 'reason'> & { actor?: Actor }

function record({ activity }: LoginDeps, ctx: ApiCall, { actor, ...outcome }: Outcome) {
  const { incoming, address, requestId } = ctx
  const does = outcome.status < 400 ? 'signed in' : 'tried to sign in'
  const words = { operation: ctx.endpoint.id, subject: 'LOGIN', does }
  const what = { ...words, requestUrl: incoming.url ?? '', method: 'POST' }
  activity.record({ actor, ...what, ...outcome, ipAddress: address, requestId })
}

async function readSession({ call, sessions }: LoginDeps, { ctx }: { ctx: ApiCall }) {
  const { requestId } = ctx
  const { sessionId } = requireActor(ctx)
  const { user, ...ends } = await call(accountsInternal.readSession, { params: { sessionId }, requestId }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      sessions.end(sessionId)
      throw unauthenticated()
    },
  )
  return { user, roles: [user.role], ...ends }
}

async function signOut({ call, sessions, cookie }: LoginDeps, { ctx }: { ctx: ApiCall }) {
  const { sessionId } = requireActor(ctx)
  await call(accountsInternal.endSession, { params: { sessionId }, requestId: ctx.requestId })
  sessions.end(sessionId)
  ctx.c.header('set-cookie', cookie.clear())
  return {}
}
