import type { AnswerOf } from '@cascade/contracts'
import { statusOfCode } from '@cascade/contracts'
import { accountsInternal, authApi, authTexts } from '@cascade/contracts/accounts'
import { gatewayApi } from '@cascade/contracts/gateway'
import { AppError, forbidden, type InternalClient, invalid, parseInput, unauthenticated } from '@cascade/service-kit'
import type { ActivityLog } from './activity'
import type { ApiHandler } from './api'
import type { ApiCall } from './context'
import type { Origins } from './origins'
import { readJsonBody } from './request-body'
import type { SessionCache } from './session-cache'
import { noSessionCookie, sessionCookie } from './session-cookie'
import type { SessionTokens } from './session-token'

export type LoginDeps = {
  call: InternalClient
  tokens: SessionTokens
  sessions: SessionCache
  origins: Origins
  activity: Pick<ActivityLog, 'record'>
  secure: boolean
}

/** What the gateway answers itself, by the endpoint's id. */
export function ownHandlers(deps: LoginDeps): ReadonlyMap<string, ApiHandler> {
  return new Map<string, ApiHandler>([
    [authApi.login.id, call => login(deps, call)],
    [authApi.session.id, call => readSession(deps, call)],
    [authApi.logout.id, call => logout(deps, call)],
    [gatewayApi.logUserActivity.id, call => logUserActivity(deps, call)],
  ])
}

async function login({ call: ask, tokens, origins, activity, secure }: LoginDeps, call: ApiCall) {
  const { c, incoming, address, requestId } = call
  // Signing somebody in from another site would put that browser into a foreign account.
  if (!origins.maySendCookie(incoming)) throw forbidden()
  const input = parseInput(authApi.login.body, await readJson(incoming))
  const record = (status: number, actor?: ApiCall['actor']) =>
    activity.record({
      actor,
      username: input.username,
      subject: 'LOGIN',
      requestUrl: incoming.url ?? '',
      method: 'POST',
      ipAddress: address,
      status,
      requestId,
    })
  try {
    const userAgent = (incoming.headers['user-agent'] ?? '').slice(0, 300)
    const opened = await ask(accountsInternal.openSession, { body: { ...input, ipAddress: address, userAgent } })
    const { sessionId, user } = opened
    const { _id: accountId, username, role } = user
    const expiresAt = new Date(opened.expiresAt)
    const token = await tokens.sign({ accountId, username, role, sessionId, expiresAt })
    c.header('set-cookie', sessionCookie(token, expiresAt, secure))
    record(200, { accountId, username, role, sessionId, ipAddress: address })
    const answer: AnswerOf<typeof authApi.login> = {
      success: true,
      message: authTexts.loggedIn,
      token,
      user,
      roles: [role],
      expiresAt: opened.expiresAt,
    }
    return c.json(answer)
  } catch (error) {
    record(error instanceof AppError ? statusOfCode[error.code] : statusOfCode.INTERNAL)
    throw error
  }
}

async function readSession({ sessions }: LoginDeps, { c, actor }: ApiCall) {
  const { user, expiresAt } = await sessions.fresh(sessionOf(actor))
  const answer: AnswerOf<typeof authApi.session> = { success: true, user, roles: [user.role], expiresAt }
  return c.json(answer)
}

async function logout({ call: ask, sessions, secure }: LoginDeps, { c, actor }: ApiCall) {
  const sessionId = sessionOf(actor)
  await ask(accountsInternal.endSession, { params: { sessionId } })
  sessions.end(sessionId)
  c.header('set-cookie', noSessionCookie(secure))
  return c.json({ success: true })
}

async function logUserActivity({ activity }: LoginDeps, { c, incoming, actor, address, requestId }: ApiCall) {
  const { subject, requestUrl, method } = parseInput(gatewayApi.logUserActivity.body, await readJson(incoming))
  activity.record({ actor, subject, requestUrl, method, ipAddress: address, status: 201, requestId })
  return c.json({ success: true }, 201)
}

function sessionOf(actor: ApiCall['actor']): string {
  if (!actor) throw unauthenticated()
  return actor.sessionId
}

async function readJson(incoming: ApiCall['incoming']): Promise<unknown> {
  if (!/^application\/json\b/i.test(incoming.headers['content-type'] ?? '')) throw invalid('The body must be JSON.')
  const body = await readJsonBody(incoming)
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw invalid('The body is not valid JSON.')
  }
}
