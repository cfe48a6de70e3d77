import { randomUUID } from 'node:crypto'
import { allEndpoints } from '@cascade/contracts'
import { accountsInternal } from '@cascade/contracts/accounts'
import { createBus, createInternalClient, createLogger, createTokenSigner, serviceUrlsOf } from '@cascade/service-kit'
import { createActivityLog } from './activity/activity-log'
import { assertHandlers, createApi } from './api'
import { createApprovalRequests } from './approvals/request-approval'
import { createAssurance } from './auth/assurance'
import { createAuthenticator } from './auth/authenticate'
import { addLoginEndpoints } from './auth/login'
import { createSessionCache } from './auth/session-cache'
import { createBrowserCookies, createSessionTokens } from './auth/session-token'
import { addViewEndpoints } from './auth/view-as'
import { addBrowserActivityEndpoint } from './browser/browser-activity'
import { addBrowserTelemetryEndpoints } from './browser/browser-telemetry'
import { createVitalsRecorder } from './browser/vitals'
import type { GatewayEnv } from './env'
import { createExternalServices } from './external/external-services'
import { createFileCache, createFileServer } from './files/file-server'
import { addRemoteEndpoints } from './files/remote-endpoints'
import { createRemoteRegistry, createRemoteSources, type RemoteSource } from './files/remotes'
import { createTeamRemotes } from './files/team-remotes'
import { createVerifiedFiles } from './files/verified-remote'
import { manualPath } from './http/docs-frame'
import { addLaunchEndpoint } from './launch'
import { createAdmissions } from './limits/admission'
import { createGuessLimits } from './limits/password-guesses'
import { createRateLimits } from './limits/rate-limits'
import { createMaintenanceGate } from './maintenance'
import { createProxy } from './proxy/proxy'
import { createUpstreams } from './proxy/upstream'
import { createAddressOf } from './request/client-address'
import { createOrigins } from './request/origins'
import { createOwnEndpoints } from './request/own-endpoints'
import { createRouteTable } from './request/route-table'
import { createUntrustedProxyGuard } from './request/untrusted-proxy'
import { createHourCounts } from './telemetry/hour-counts'
import { createGatewayMetrics } from './telemetry/metrics'

export type GatewayDeps = Awaited<ReturnType<typeof createGatewayDeps>>

/** Wires the gateway. Only the connection to NATS starts here, and nothing waits for it. */
export async function createGatewayDeps(env: GatewayEnv, now: () => number) {
  const logger = createLogger('gateway', env.LOG_LEVEL)
  const metrics = createGatewayMetrics()
  const gatewayId = `gateway-${randomUUID()}`
  const bus = createBus({ url: env.NATS_URL, namespace: env.CASCADE_NAMESPACE, name: gatewayId, logger })
  const urls = serviceUrlsOf(env)
  const sign = await createTokenSigner(env.CASCADE_PRIVATE_JWK)
  const call = createInternalClient({ urls, sign })
  const tokens = await createSessionTokens(env.CASCADE_PRIVATE_JWK, env.CASCADE_JWKS, now)
  const sessions = createSessionCache({
    logger,
    now,
    async check(sessionIds, background) {
      const checked = await call(accountsInternal.checkSessions, { body: { sessionIds, background } })
      maintenance.receive(checked.maintenance)
      return checked
    },
  })
  const maintenance = createMaintenanceGate({
    read: () => call(accountsInternal.checkSessions, { body: { sessionIds: [] } }),
    logger,
    now,
  })
  const origins = createOrigins(env.ALLOWED_ORIGINS, env.PUBLIC_ORIGIN, logger)
  const limits = createRateLimits(env)
  const guesses = createGuessLimits(env)
  const cookie = createBrowserCookies(env.secure)
  const authenticator = createAuthenticator({ tokens, sessions, origins, cookie })
  const activity = createActivityLog({ bus, gatewayId, logger, now, lost: metrics.activitiesLost })
  const untrustedProxy = createUntrustedProxyGuard({
    logger,
    isProduction: env.isProduction,
    count: () => metrics.untrustedForwards.inc(),
  })
  const addressOf = createAddressOf(env.TRUSTED_PROXIES, untrustedProxy)
  const serveFile = createFileServer(createFileCache())
  const verified = createVerifiedFiles()
  const sourceAt = createRemoteSources(serveFile, verified, logger)
  const [loads, failures] = [createHourCounts(), createHourCounts()]
  const onChange = (id: string) => registry.expire(id)
  const teamRemotes = createTeamRemotes({ remotes: env.REMOTES, call, verified, failures, logger, onChange })
  const own = env.remotes.map(({ name, location }) => [name, sourceAt(location)] as const)
  const remotes = new Map<string, RemoteSource>([...own, ...teamRemotes.sources])
  const registry = createRemoteRegistry(remotes, {
    logger,
    services: env.SERVICES.flatMap(({ id, url }) => (url ? [id] : [])),
  })
  const observeVitals = createVitalsRecorder({ vitals: metrics.vitals, registry, loads })
  const ownEndpoints = createOwnEndpoints()
  addLoginEndpoints(ownEndpoints, { call, tokens, sessions, origins, activity, guesses, limits, metrics, cookie })
  addViewEndpoints(ownEndpoints, { call, tokens, sessions, cookie })
  const external = createExternalServices({ services: env.SERVICES, ownTable: createRouteTable(allEndpoints), logger })
  const upstreams = createUpstreams(urls, external.addresses)
  addBrowserActivityEndpoint(ownEndpoints, { activity, limits })
  addRemoteEndpoints(ownEndpoints, { teamRemotes, registry, loads, failures })
  addBrowserTelemetryEndpoints(ownEndpoints, { observeVitals, limits })
  addLaunchEndpoint(ownEndpoints, { env, call, urls })
  assertHandlers(allEndpoints, ownEndpoints.handlers)
  const admissions = createAdmissions()
  const { routeTable } = external
  const api = createApi({
    admissions,
    limits,
    authenticator,
    maintenance,
    assure: createAssurance(sessions, now),
    approvals: createApprovalRequests(call),
    activity,
    routeTable,
    ownHandlers: ownEndpoints.handlers,
    proxy: createProxy({ upstreams, sign, metrics, logger }),
  })
  const files = {
    shellRoot: env.SHELL_ROOT,
    serveFile,
    remotes,
    registry,
    zone: env.BUSINESS_ZONE,
    manual: manualPath,
    traces: env.OTEL_EXPORTER_OTLP_ENDPOINT ? (true as const) : undefined,
    serveMaps: !env.isProduction,
  }
  return {
    env,
    logger,
    metrics,
    gatewayId,
    bus,
    urls,
    call,
    sessions,
    origins,
    limits,
    authenticator,
    cookie,
    activity,
    addressOf,
    untrustedProxy,
    admissions,
    api,
    routeTable,
    external,
    teamRemotes,
    files,
  }
}
