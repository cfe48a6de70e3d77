import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import { allEndpoints } from '@cascade/contracts'
import { accountsInternal, SessionEnded } from '@cascade/contracts/accounts'
import {
  type Bus,
  closeServer,
  createBus,
  createInternalClient,
  createLogger,
  createMetrics,
  createTokenSigner,
  listen,
  serveMetrics,
  serviceUrlsOf,
} from '@cascade/service-kit'
import type { HttpBindings } from '@hono/node-server'
import { createActivityLog } from './activity/activity-log'
import { createApi, requireHandlers } from './calls/api'
import { createProxy } from './calls/proxy'
import { createRoleTable } from './calls/role-table'
import { closeUpstreams } from './calls/upstream'
import type { GatewayEnv } from './env'
import { createRemoteSource } from './files/remote-source'
import { createRemoteRegistry } from './files/remotes'
import { createGatewayApp } from './http/app'
import { createReadiness } from './http/health-routes'
import { addSecurityHeaders } from './http/security-headers'
import { createOwnCalls } from './own-calls/own-calls'
import { ownRoutes } from './own-calls/routes'
import { createAddressOf } from './request/client-address'
import { createOrigins } from './request/origins'
import { createRateLimits } from './request/rate-limits'
import { createAuthenticator } from './sessions/authenticate'
import { createSessionCache, type SessionCache } from './sessions/session-cache'
import { createSessionTokens } from './sessions/session-token'
import { createLiveFeeds } from './sockets/live-feeds'
import { createPresence } from './sockets/presence'
import { attachSockets } from './sockets/sockets'

/**
 * Starts the gateway.
 * @returns the graceful stop: sockets first, then calls in flight, then what waits to be sent
 */
export async function startGateway(env: GatewayEnv): Promise<() => Promise<void>> {
  const logger = createLogger('gateway', env.LOG_LEVEL)
  const metrics = createMetrics('gateway')
  const gatewayId = `gateway-${randomUUID()}`
  const bus = createBus({ url: env.NATS_URL, namespace: env.CASCADE_NAMESPACE, name: gatewayId, logger })
  const urls = serviceUrlsOf(env)
  const sign = await createTokenSigner(env.CASCADE_PRIVATE_JWK)
  const call = createInternalClient({ urls, sign })
  const tokens = await createSessionTokens(env.CASCADE_PRIVATE_JWK, env.CASCADE_JWKS)
  const sessions = createSessionCache(sessionId => call(accountsInternal.readSession, { params: { sessionId } }))
  const origins = createOrigins(env.ALLOWED_ORIGINS)
  const limits = createRateLimits(env)
  const addressOf = createAddressOf(env.TRUSTED_PROXIES)
  const authenticator = createAuthenticator({ tokens, sessions, origins })
  const activity = createActivityLog({ bus, logger })
  const own = createOwnCalls()
  ownRoutes(own, { call, tokens, sessions, origins, activity, secure: env.secure })
  requireHandlers(allEndpoints, own.handlers)
  const roleTable = createRoleTable(allEndpoints)
  const proxy = createProxy({ urls, sign })
  const remotes = new Map(env.remotes.map(({ name, place }) => [name, createRemoteSource(place)]))

  let draining = false
  const notReady = createReadiness(env.ACCOUNTS_URL, () => draining)
  const app = createGatewayApp({
    logger,
    metrics,
    addressOf,
    origins,
    limits,
    health: { metrics, metricsToken: env.METRICS_TOKEN, notReady },
    files: {
      shellRoot: env.SHELL_ROOT,
      remotes,
      registry: createRemoteRegistry(remotes, logger),
      serveMaps: env.NODE_ENV !== 'production',
    },
    api: createApi({ roleTable, limits, authenticator, activity, own: own.handlers, proxy }),
  })
  followEndedSessions(bus, sessions)
  const server = await listen(
    { fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings) },
    env.PORT,
    env.HOST,
  )
  const presence = createPresence({ call, gatewayId, logger })
  const feeds = createLiveFeeds({ bus, logger })
  const sockets = attachSockets(server, {
    authenticator,
    sessions,
    origins,
    limits,
    addressOf,
    call,
    feeds,
    presence,
    logger,
  })
  addSecurityHeaders(server, env.secure)
  limitSlowClients(server as Server)
  const closeMetrics = env.METRICS_PORT ? serveMetrics(metrics, env.METRICS_PORT, env.HOST) : undefined
  logger.info({ port: env.PORT }, 'ready')

  return async () => {
    draining = true
    sockets.close()
    const sweep = setInterval(() => (server as Server).closeIdleConnections(), 100)
    await closeServer(server)
    clearInterval(sweep)
    await Promise.all([presence.close(), activity.close()])
    await bus.close()
    closeUpstreams()
    await closeMetrics?.()
  }
}

function followEndedSessions(bus: Bus, sessions: SessionCache) {
  void bus.listen('accounts.session.ended.v1', payload => {
    for (const sessionId of SessionEnded.parse(payload).data.sessionIds) sessions.end(sessionId)
  })
}

/** A request must arrive within 30 s; a proxy in front of us keeps its connections longer than Node's 5 s. */
function limitSlowClients(server: Server) {
  server.headersTimeout = 10_000
  server.requestTimeout = 30_000
  server.keepAliveTimeout = 65_000
}
