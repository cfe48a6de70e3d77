import { type DomainName, defineFeedCall } from '@cascade/contracts'
import type { Db } from 'mongodb'
import { startFeedConsumer } from '../events/consumer'
import { type Feed, feedCursorCollections, resetReplica } from '../events/cursor'
import { deadLettersUsage, runDeadLetters } from '../events/dead-letters'
import { addEventMetrics } from '../events/event-metrics'
import { outboxCollections, readFeed, startPublisher } from '../events/outbox'
import type { Broadcast, Publisher } from '../events/publisher'
import { createServiceApp, type ServiceHono } from '../http/app'
import { createRouter, type Routes } from '../http/router'
import { listen } from '../http/server'
import { startDatabaseClock } from '../mongo/clock'
import type { CollectionSpec } from '../mongo/collections'
import { connectMongo } from '../mongo/connect'
import { sessionCollections, trackSessions } from '../mongo/instances'
import {
  assertDataVersion,
  indexesDigest,
  type Migration,
  migrationCollections,
  startMigrations,
} from '../mongo/migrations'
import type { Background } from '../runtime/loop'
import { giveNotice, runProcess, stopAll } from '../runtime/run-process'
import { readTls } from '../runtime/tls'
import { createLogger } from '../telemetry/logger'
import { serveMetrics } from '../telemetry/metrics'
import { startTracing } from '../telemetry/tracing'
import { watchClock } from './clock-skew'
import {
  type Connections,
  type ConsumerEnv,
  type CoreDeps,
  connect,
  coreDeps,
  isDomain,
  processNameOf,
} from './connections'
import { checkReadiness } from './readiness'

/** A service as data: collections, migrations, replicas, dependencies and endpoints. */
export type Service<Deps, Name extends string = DomainName> = {
  /** The domain; or the id of a service of another team, which reads feeds and emits no events. */
  name: Name
  collections: readonly CollectionSpec[]
  /** From version 0 on; released migrations stay, in order. */
  migrations?: readonly Migration[]
  feeds: readonly Feed[]
  /** What listeners hear at once of the events of its outbox. */
  broadcast?: Broadcast
  createDeps: (parts: ServiceContext) => Deps | Promise<Deps>
  prepare?: (deps: Deps) => Promise<void>
  routes: readonly Routes<Deps>[]
  /** Adds routes that need no token, for a port that only the own network reaches. */
  addOpenRoutes?: (app: ServiceHono, deps: Deps) => void
  background?: (deps: Deps, parts: ServiceContext) => readonly Background[]
}

export type ServiceContext = Connections & { publisher: Pick<Publisher, 'notify'>; core: CoreDeps }

/**
 * Starts a service: database, migrations, consumers, publisher, endpoints, metrics, health.
 * @param startClock starts the clock that the service stores and decides by
 * @returns the graceful stop
 */
export async function startService<Deps>(
  service: Service<Deps, string>,
  env: ConsumerEnv,
  startClock = startDatabaseClock,
): Promise<() => Promise<void>> {
  const { name, collections, migrations = [], feeds, routes } = service
  const tls = await readTls(env)
  const stopTracing = await startTracing(processNameOf(name), env.OTEL_EXPORTER_OTLP_ENDPOINT)
  const connections = await connect(name, env, startClock)
  const { logger, client, db, bus, metrics, verifyToken, instanceId, call, close, clock, leaseOf, collectionBuilder } =
    connections
  await assertNotRestoring(db)
  await assertDataVersion(db, migrations)
  const kitCollections = [
    ...outboxCollections,
    ...feedCursorCollections,
    ...sessionCollections,
    ...migrationCollections,
  ]
  const allCollections = [...kitCollections, ...feeds.flatMap(feed => feed.collections), ...collections]
  const shared = { client, db, now: clock.now, logger }
  const sessions = await trackSessions({ ...shared, owner: instanceId, indexes: indexesDigest(allCollections) })
  await collectionBuilder.ensure(allCollections)
  addEventMetrics(connections)
  const publisher = isDomain(name)
    ? startPublisher({ client, db, bus, producer: name, broadcast: service.broadcast, leaseOf, logger })
    : { notify: () => undefined, stop: async () => undefined }
  const core = coreDeps(connections, publisher.notify)
  const parts: ServiceContext = { ...connections, publisher, core }

  let draining = false
  const faults = async () => {
    const { missing, degraded } = await checkReadiness(connections)
    return { missing: [...(draining ? ['it is being stopped'] : []), ...missing], degraded }
  }
  let notes = () => [] as string[]
  const app = createServiceApp({ logger, metrics, faults, notes: () => notes() })
  const router = createRouter(app, verifyToken)
  if (isDomain(name)) router.serveInternal(defineFeedCall(name), ({ body }) => readFeed(db, body.after, body.limit))
  const deps = await service.createDeps(parts)
  await service.prepare?.(deps)
  for (const add of routes) add(router, deps)
  service.addOpenRoutes?.(app, deps)

  const background = [
    ...feeds.map(({ project, collections, permanent = [], publishes, ...feed }) =>
      startFeedConsumer({
        ...feed,
        client,
        db,
        bus,
        call,
        leaseOf,
        logger,
        metrics,
        project: (events, tx) => project(db, events, tx),
        onApplied: publishes && publisher.notify,
        ...(collections.length > 0 && {
          onReplaced: ({ cursorId }) => resetReplica(db, { cursorId, collections, permanent }),
        }),
      }),
    ),
    ...(service.background?.(deps, parts) ?? []),
    watchClock({ of: 'the database', readClock: async () => new Date(await clock.read()), metrics, logger }),
  ]
  const server = await listen(app, env.PORT, env.HOST, { tls })
  const migrationRun = startMigrations({
    ...shared,
    migrations,
    specs: allCollections,
    build: collectionBuilder.build,
    leaseOf,
    metrics,
  })
  background.push(migrationRun, collectionBuilder.startBuilds())
  notes = migrationRun.notes
  const closeMetrics = env.METRICS_PORT ? serveMetrics(metrics, env.METRICS_PORT, env.HOST, tls) : async () => undefined
  logger.info({ port: env.PORT }, 'ready')

  return async () => {
    draining = true
    await giveNotice(env.NODE_ENV === 'production')
    const cut = await server.drain()
    if (cut > 0) logger.warn({ cut }, 'connections cut')
    const stops = background.map((part, index) => [`background ${index}`, () => part.stop()] as const)
    await stopAll(Object.fromEntries(stops), { deadlineMs: 3_000, logger })
    // Last, so that events of the last calls are still published.
    await stopAll(
      { publisher: publisher.stop, sessions: sessions.stop, clock: clock.stop },
      { deadlineMs: 500, logger },
    )
    await stopAll({ nats: bus.close, metrics: closeMetrics, tracing: stopTracing }, { deadlineMs: 500, logger })
    await stopAll({ database: close }, { deadlineMs: 500, logger })
  }
}

/** The marker is set by a restore (`packages/operations`) until it is complete. */
async function assertNotRestoring(db: Db): Promise<void> {
  const unfinished = await db.collection<{ _id: string }>('installation').findOne({ _id: 'restoring' })
  if (unfinished) throw new Error('A restore of this installation is incomplete: run it again.')
}

/**
 * Body of a service's `main.ts`: reads the environment, starts, and stops on a signal. With the argument `dead-letters`
 * it runs that command instead.
 * @example
 * runService('games', () => ({ service: gamesService, env: parseEnv({ ...processEnv, ...mongoEnv }) }))
 */
export function runService<Deps>(name: string, read: () => { service: Service<Deps, string>; env: ConsumerEnv }): void {
  const [command, ...args] = process.argv.slice(2)
  if (command !== undefined) return void runCommand(command, args, read().env)
  runProcess(createLogger(processNameOf(name), 'info'), async logger => {
    const { service, env } = read()
    logger.level = env.LOG_LEVEL
    return startService(service, env)
  })
}

async function runCommand(command: string, args: readonly string[], env: ConsumerEnv): Promise<void> {
  const { db, close } = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  try {
    if (command !== 'dead-letters') throw new Error(`Unknown command ${command}; use: ${deadLettersUsage}`)
    await runDeadLetters(db, args, line => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${error}\n`)
    process.exitCode = 1
  } finally {
    await close()
  }
}
