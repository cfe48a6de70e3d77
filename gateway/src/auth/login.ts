import { type ResponseOf, statusByCode } from '@cascade/contracts'
import { accountsInternal, authApi, authTexts } from '@cascade/contracts/accounts'
import { type Actor, AppError, type InternalClient, networkOf, toAppError, unauthenticated } from '@cascade/service-kit'
import type { Activity } from '../activity/activity'
import type { ActivityLog } from '../activity/activity-log'
import type { GuessLimits } from '../limits/password-guesses'
import type { RateLimits } from '../limits/rate-limits'
import { type OwnCall, type OwnEndpoints, requireActor } from '../proxy/own-endpoints'
import type { ApiCall } from '../request/context'
import type { Origins } from '../request/origins'
import type { GatewayMetrics } from '../telemetry/metrics'
import type { SessionCache } from './session-cache'
import { noSessionCookie, type SessionTokens, sessionCookie } from './session-token'

type LoginDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  guesses: GuessLimits
  limits: Pick<RateLimits, 'signInWaitSeconds'>
  metrics: Pick<GatewayMetrics, 'signIns'>
  secure: boolean
}

export function addLoginEndpoints({ serve }: OwnEndpoints, deps: LoginDeps): void {
  serve(authApi.login, call => signIn(deps, call))
  serve(authApi.session, call => readSession(deps, call))
  serve(authApi.logout, call => signOut(deps, call))
}

/**
 * Opens a session and returns its token in the body and as a cookie. Every attempt is audited. A throttled network is
 * admitted only for a password that it has proved before, which svc-accounts decides.
 */
async function signIn(
  deps: LoginDeps,
  { ctx, input }: OwnCall<typeof authApi.login>,
): Promise<Omit<ResponseOf<typeof authApi.login>, 'success'>> {
  const { incoming, address, c } = ctx
  // Prevents login CSRF: another site could sign the browser in to a foreign account.
  deps.origins.requireOwnPage(incoming)
  const network = networkOf(address)
  const waitSeconds = Math.max(deps.limits.signInWaitSeconds(network), deps.guesses.waitSeconds(network)) || undefined
  const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
  const body = { ...input, ipAddress: address, userAgent, waitSeconds }
  const session = await deps
    .call(accountsInternal.openSession, { body, requestId: ctx.requestId })
    .catch((error: unknown) => {
      const { code, reason } = toAppError(error)
      if (code === 'UNAUTHENTICATED') deps.guesses.recordWrong(network)
      deps.metrics.signIns.inc({ outcome: code })
      const isPasswordUnchecked = waitSeconds !== undefined && code === 'TOO_MANY_REQUESTS'
      if (!isPasswordUnchecked)
        record(deps, ctx, { username: input.username, status: statusByCode[code], code, reason })
      throw error
    })
  const { sessionId, user } = session
  const { _id: accountId, username, role } = user
  const expiresAt = new Date(session.expiresAt)
  const token = await deps.tokens.sign({ accountId, username, role, sessionId, expiresAt })
  c.header('set-cookie', sessionCookie(token, expiresAt, deps.secure))
  deps.metrics.signIns.inc({ outcome: 'OK' })
  const actor = { accountId, username, role, sessionId, ipAddress: address }
  record(deps, ctx, { actor, username, status: 200 })
  return { message: authTexts.loggedIn, token, user, roles: [role], expiresAt: session.expiresAt }
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
  const { user, expiresAt } = await call(accountsInternal.readSession, { params: { sessionId }, requestId }).catch(
    (error: unknown) => {
      if (!(error instanceof AppError && error.code === 'NOT_FOUND')) throw error
      sessions.end(sessionId)
      throw unauthenticated()
    },
  )
  return { user, roles: [user.role], expiresAt }
}

async function signOut({ call, sessions, secure }: LoginDeps, { ctx }: { ctx: ApiCall }) {
  const { sessionId } = requireActor(ctx)
  await call(accountsInternal.endSession, { params: { sessionId }, requestId: ctx.requestId })
  sessions.end(sessionId)
  ctx.c.header('set-cookie', noSessionCookie(secure))
  return {}
}
