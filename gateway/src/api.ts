import { type AnyEndpoint, type AuditEntry, isExternal, statusByCode } from '@cascade/contracts'
import { authApi, backgroundHeader, secondStepApi, securityApi } from '@cascade/contracts/accounts'
import { gatewayApi, tracesApi, vitalsApi } from '@cascade/contracts/gateway'
import { AppError, busy, methodNotAllowed, notFound, requireAccess, toAppError } from '@cascade/service-kit'
import { type Activity, auditOf, createdAccountOf } from './activity/activity'
import type { ActivityLog } from './activity/activity-log'
import type { ApprovalRequests } from './approvals/request-approval'
import type { createAssurance } from './auth/assurance'
import type { Authenticator } from './auth/authenticate'
import type { Admissions } from './limits/admission'
import type { RateLimits } from './limits/rate-limits'
import type { createMaintenanceGate } from './maintenance'
import type { ApiCall, ApiHandler, GatewayContext } from './request/context'
import { type Match, type RouteTable, rawPathOf } from './request/route-table'

export type ApiDeps = {
  routeTable: RouteTable
  admissions: Admissions
  limits: RateLimits
  authenticator: Authenticator
  maintenance: Pick<ReturnType<typeof createMaintenanceGate>, 'check'>
  assure: ReturnType<typeof createAssurance>
  approvals: ApprovalRequests
  activity: Pick<ActivityLog, 'record'>
  /** Handlers of the gateway's own endpoints, by endpoint id. */
  ownHandlers: ReadonlyMap<string, ApiHandler>
  proxy: ApiHandler
}

/** These endpoints write their own audit entry; telemetry and the request of a challenge write none. */
const unrecordedEndpoints = new Set<string>(
  [
    authApi.login,
    ...Object.values(secondStepApi),
    securityApi.beginPasskeySignIn,
    gatewayApi.logUserActivity,
    vitalsApi.report,
    tracesApi.report,
  ].map(({ id }) => id),
)

const telemetryEndpoints = new Set<string>([vitalsApi.report.id, tracesApi.report.id])

/**
 * Pipeline of every `/api` call: match → limit → authenticate → maintenance → authorize → assure → handle or proxy. A
 * call that needs a second person is stored instead, by the policy or because its service says so.
 */
export function createApi(deps: ApiDeps) {
  const { routeTable, admissions, limits, authenticator, assure, approvals, activity, ownHandlers, proxy } = deps
  const handle = (call: ApiCall) => (ownHandlers.get(call.endpoint.id) ?? proxy)(call)

  return async (c: GatewayContext): Promise<Response> => {
    const match = findRoute(routeTable, c)
    c.set('endpointId', match.endpoint.id)
    // First, and without an audit entry: rejecting a flood must cost next to nothing.
    const leave = admissions.enter(match.endpoint)
    let isBooked = false
    try {
      const response = await handleIdentified(c, match)
      isBooked = response.ok && response.status !== 202
      return response
    } finally {
      leave?.(isBooked)
    }
  }

  async function handleIdentified(c: GatewayContext, match: Match): Promise<Response> {
    const { incoming } = c.env
    const { endpoint, changes } = match
    const address = c.get('address')
    limits.publicCall(endpoint, address)
    const caller = endpoint.roles === 'public' ? undefined : await identify(match, incoming, address)
    if (caller) limits.call(caller.actor)
    // Without an audit entry, like the limits: apps of players may repeat their bets.
    await deps.maintenance.check(endpoint, changes, caller?.actor)
    const leave = caller && limits.inFlight(caller.actor)
    const call: ApiCall = { c, incoming, ...match, address, requestId: c.get('requestId'), actor: caller?.actor }
    const answer = async () => {
      requireAccess(endpoint, call.actor)
      if (caller) await assure(endpoint, caller.session)
      const pending = caller && (await approvals.before(call, caller.session))
      return pending ?? handleOrRequest(call)
    }
    // The only reads with a wording are exports and reads of the log.
    const isRecorded = (changes || endpoint.audit !== undefined) && !unrecordedEndpoints.has(endpoint.id)
    try {
      return await (isRecorded ? handleRecorded(call, answer) : answer())
    } finally {
      leave?.()
    }
  }

  async function handleOrRequest(call: ApiCall): Promise<Response> {
    try {
      return await handle(call)
    } catch (error) {
      const isNeeded = error instanceof AppError && error.reason === 'APPROVAL_NEEDED'
      const pending = isNeeded && (await approvals.after(call, error))
      if (pending) return pending
      throw error
    }
  }

  /** Telemetry is sent by the page, not the user: like a background read it does not extend the session. */
  function identify({ endpoint, changes }: Match, incoming: ApiCall['incoming'], address: string) {
    const mayBeBackground = !changes || telemetryEndpoints.has(endpoint.id)
    const isBackground = mayBeBackground && incoming.headers[backgroundHeader] !== undefined
    return authenticator.identify(incoming, { changes, isBackground, address })
  }

  async function handleRecorded(call: ApiCall, answer: () => Promise<Response>): Promise<Response> {
    try {
      const response = await answer()
      const { code, reason } = call.c.get('rejection') ?? {}
      record(call, { status: response.status, code, reason })
      return response
    } catch (error) {
      const { code, reason } = toAppError(error)
      record(call, { status: statusByCode[code], code, reason })
      throw error
    }
  }

  function record(call: ApiCall, outcome: Pick<Activity, 'status' | 'code' | 'reason'>) {
    if (call.c.get('isRecorded')) return
    const { c, actor, endpoint, changes, incoming, address, requestId } = call
    const { accountId, ...audit } = wordingOf(auditOf(call, c.get('requestBody')), outcome.status)
    const createsAccount = outcome.status === 201 && !isExternal(endpoint.domain)
    const created = createsAccount ? createdAccountOf(c.get('responseBody')) : undefined
    const object = created ?? (accountId === undefined ? undefined : { accountId, username: null })
    const where = { requestUrl: incoming.url ?? '', method: endpoint.method, ipAddress: address, requestId }
    const what = { operation: endpoint.id, ...audit, object, changes: c.get('changes') }
    const isRead = !changes && endpoint.fileType === undefined
    activity.record({ actor, ...what, ...where, ...outcome, isRead })
  }
}

/** A call that waits for a second person has changed nothing. */
const wordingOf = (entry: AuditEntry, status: number): AuditEntry =>
  status === 202
    ? {
        ...entry,
        subject: `Approval requested: ${entry.subject}`,
        does: `asked a second person: ${entry.does ?? entry.subject}`,
      }
    : entry

function findRoute(routeTable: RouteTable, c: GatewayContext): Match {
  const path = rawPathOf(c.env.incoming.url)
  if (!path.startsWith('/api/')) throw notFound()
  const { match, allow, isPartial } = routeTable(c.req.method, path.slice(4))
  if (match) return match
  if (isPartial) throw busy(1, 'SERVICE_AWAY')
  throw allow.length > 0 ? methodNotAllowed(allow) : notFound()
}

/** @throws Error when an endpoint of the gateway has no handler */
export function assertHandlers(endpoints: readonly AnyEndpoint[], ownHandlers: ReadonlyMap<string, ApiHandler>): void {
  const missing = endpoints.filter(({ id, domain }) => domain === 'gateway' && !ownHandlers.has(id))
  if (missing.length > 0) throw new Error(`No handler for ${missing.map(({ id }) => id).join(', ')}.`)
}
