import { SessionEndReason, SessionsEnded, sessionsEndedSubject } from '@cascade/contracts/accounts'
import { liveInternal } from '@cascade/contracts/live'
import { giveNotice, listen, readTls, serveMetrics, startTracing, stopAll } from '@cascade/service-kit'
import type { HttpBindings } from '@hono/node-server'
import { createGatewayApp } from './app'
import { createGatewayDeps, type GatewayDeps } from './deps'
import type { GatewayEnv } from './env'
import { createReadiness } from './http/readiness'
import { addSecurityHeaders } from './http/security-headers'
import { createOverloadRejecter } from './limits/reject-overload'
import { createLiveFeeds } from './sockets/live-feeds'
import { createPlayAnnouncements } from './sockets/play-announcements'
import { createPlayDraws } from './sockets/play-draws'
import { createPlayerEvents } from './sockets/player-events'
import { createPresence, type Presence } from './sockets/presence'
import { attachSockets, type Sockets } from './sockets/sockets'

/**
 * @param now milliseconds since 1970, by which sessions expire and activities are recorded
 * @returns the graceful stop
 */
export async function startGateway(env: GatewayEnv, now: () => number): Promise<() => Promise<void>> {
  const tls = await readTls(env)
  const stopTracing = await startTracing('gateway', env.OTEL_EXPORTER_OTLP_ENDPOINT)
  const deps = await createGatewayDeps(env, now)
  const { logger, metrics, bus, activity } = deps
  let draining = false
  const readiness = createReadiness({ ...deps, isDraining: () => draining })
  const app = createGatewayApp({ ...deps, readiness })
  followEndedSessions(deps)
  const external = deps.external.start()
  const teamRemotes = deps.teamRemotes.start()
  const http = await listen(
    { fetch: (request, bindings) => app.fetch(request, bindings as HttpBindings) },
    env.PORT,
    env.HOST,
    {
      tls,
      intercept: createOverloadRejecter({
        ...deps,
        onRejected: () => metrics.refusals.inc({ code: 'TOO_MANY_REQUESTS', reason: 'OVERLOADED' }),
      }),
    },
  )
  const presence = createPresence(deps)
  trackPlayerPresence(deps, presence)
  const announcements = createPlayAnnouncements(deps)
  const sockets = attachSockets(http.server, {
    ...deps,
    presence,
    feeds: createLiveFeeds(deps),
    draws: createPlayDraws({ ...deps, read: body => deps.call(liveInternal.playDraw, { body }) }),
    players: createPlayerEvents(deps),
    announcements,
  })
  addSecurityHeaders(http.server, env.secure)
  limitSlowClients(http.server)
  addGauges(deps, sockets, presence)
  const closeMetrics = env.METRICS_PORT ? serveMetrics(metrics, env.METRICS_PORT, env.HOST, tls) : async () => undefined
  logger.info({ port: env.PORT }, 'ready')
  // Logs missing services and clock skew at the start.
  void readiness().then(state => logger.info(state, 'readiness of services'))

  return async () => {
    draining = true
    await giveNotice(env.isProduction)
    sockets.close()
    const [cut] = await Promise.all([
      http.drain(),
      stopAll({ presence: presence.close, announcements: announcements.stop }, { deadlineMs: 2_000, logger }),
    ])
    if (cut > 0) logger.warn({ cut }, 'connections cut')
    await stopAll({ activities: activity.close }, { deadlineMs: 2_000, logger })
    await stopAll(
      {
        external: external.stop,
        teamRemotes: teamRemotes.stop,
        nats: bus.close,
        metrics: closeMetrics,
        sessions: deps.sessions.stop,
        tracing: stopTracing,
      },
      { deadlineMs: 1_000, logger },
    )
  }
}

function followEndedSessions({ bus, sessions }: GatewayDeps) {
  void bus.listen(sessionsEndedSubject, payload => {
    for (const { sessionIds, reason } of SessionsEnded.parse(payload)) {
      for (const sessionId of sessionIds) sessions.end(sessionId, SessionEndReason.safeParse(reason).data)
    }
  })
}

/** Players without a socket count as online while their session is in use; others while a page is open. */
function trackPlayerPresence({ sessions }: GatewayDeps, presence: Presence) {
  sessions.onUse(({ user: { _id, role } }, isInUse) => {
    if (role !== 'player') return
    if (isInUse) presence.join(_id)
    else presence.leave(_id)
  })
}

function addGauges({ metrics, sessions, activity }: GatewayDeps, sockets: Sockets, presence: Presence) {
  metrics.gauge('sessions', 'Cached sessions', { read: sessions.count })
  metrics.gauge('accounts_online', 'Accounts with a socket, and players with a session in use', {
    read: presence.online,
  })
  metrics.gauge('sockets', 'Open sockets', { read: sockets.count })
  metrics.gauge('activities_waiting', 'Activities waiting for NATS', { read: activity.waiting })
}

/** Headers within 10 s, an upload within two minutes; keep-alive longer than Node's default, for proxies in front. */
function limitSlowClients(server: Awaited<ReturnType<typeof listen>>['server']) {
  server.headersTimeout = 10_000
  server.requestTimeout = 120_000
  server.keepAliveTimeout = 65_000
}
