import { type AnswerOf, type BodyOf, statusOfCode } from '@cascade/contracts'
import { accountsInternal, type authApi, authTexts } from '@cascade/contracts/accounts'
import { type Actor, forbidden, networkOf, refusalOf } from '@cascade/service-kit'
import type { Activity } from '../activity/activity'
import type { ApiCall } from '../request/context'
import { sessionCookie } from '../sessions/session-cookie'
import type { OwnCallDeps } from './deps'

type Ask = { ctx: ApiCall; input: BodyOf<typeof authApi.login> }

/** Opens a session and hands out its token, in the answer and as a cookie. Every try is written down. */
export async function signIn(
  deps: OwnCallDeps,
  { ctx, input }: Ask,
): Promise<Omit<AnswerOf<typeof authApi.login>, 'success'>> {
  const { incoming, address, c } = ctx
  // Signing somebody in from another site would put that browser into a foreign account.
  if (!deps.origins.maySendCookie(incoming)) throw forbidden()
  const network = networkOf(address)
  deps.guesses.check(network)
  const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
  const body = { ...input, ipAddress: address, userAgent }
  const opened = await deps.call(accountsInternal.openSession, { body }).catch((error: unknown) => {
    const { code, reason } = refusalOf(error)
    if (code === 'UNAUTHENTICATED') deps.guesses.wrong(network)
    deps.metrics.signIns.inc({ outcome: code })
    record(deps, ctx, { username: input.username, status: statusOfCode[code], code, reason })
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
