import { statusByCode } from '@cascade/contracts'
import { type AuthUser, accountsInternal, authApi, authTexts, secondStepApi } from '@cascade/contracts/accounts'
import { type Actor, AppError, type InternalClient, networkOf, toAppError, unauthenticated } from '@cascade/service-kit'
import type { Activity } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import type { GuessLimits } from '../limits/password-guesses'
import type { RateLimits } from '../limits/rate-limits'
import { type OwnEndpoints, requireActor } from '../proxy/own-endpoints'
import type { ApiCall } from '../request/context'
import type { Origins } from '../request/origins'
import type { GatewayMetrics } from '../telemetry/metrics'
import type { SessionCache } from './session-cache'
import type { SessionCookie, SessionTokens } from './session-token'

type LoginDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  guesses: GuessLimits
  limits: Pick<RateLimits, 'signInWaitSeconds'>
  metrics: Pick<GatewayMetrics, 'signIns'>
  cookie: SessionCookie
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

type SignInOrigin = { ipAddress: string; userAgent: string; waitSeconds?: number | undefined }

/**
 * Limits and audits one attempt. A throttled network is admitted only for a secret that it has proved before, which
 * svc-accounts decides.
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
  const network = networkOf(address)
  const waitSeconds = Math.max(deps.limits.signInWaitSeconds(network), deps.guesses.waitSeconds(network)) || undefined
  const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
  return open({ ipAddress: address, userAgent, waitSeconds }, ctx.requestId).catch((error: unknown) => {
    const rejection = toAppError(error)
    const { code, reason } = rejection
    if (reason === 'NETWORK_NOT_ALLOWED') {
      // Only for the log: the caller gets the response of a wrong password.
      record(deps, ctx, { username: rejection.errors?.username ?? username, status: 401, code: reason })
      deps.guesses.recordWrong(network)
      deps.metrics.signIns.inc({ outcome: code })
      throw unauthenticated(rejection.message)
    }
    if (code === 'UNAUTHENTICATED') deps.guesses.recordWrong(network)
    deps.metrics.signIns.inc({ outcome: code })
    const isUnchecked = waitSeconds !== undefined && code === 'TOO_MANY_REQUESTS'
    if (!isUnchecked) record(deps, ctx, { username, status: statusByCode[code], code, reason })
    throw error
  })
}

type NewSession = { sessionId: string; user: AuthUser; expiresAt: string; idleMinutes?: number | undefined }

/** Returns the token of a new session in the body and as a cookie. */
async function startSession(deps: LoginDeps, ctx: ApiCall, session: NewSession) {
  const { sessionId, user, idleMinutes } = session
  const { _id: accountId, username, role } = user
  const expiresAt = new Date(session.expiresAt)
  const token = await deps.tokens.sign({ accountId, username, role, sessionId, expiresAt })
  ctx.c.header('set-cookie', deps.cookie.set(token, expiresAt))
  deps.metrics.signIns.inc({ outcome: 'OK' })
  const actor = { accountId, username, role, sessionId, ipAddress: ctx.address }
  record(deps, ctx, { actor, username, status: 200 })
  return { message: authTexts.loggedIn, token, user, roles: [role], expiresAt: session.expiresAt, idleMinutes }
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
