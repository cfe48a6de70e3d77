import { type DomainName, defineFeedCall, domainNames } from '@cascade/contracts'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { createTokenSigner, createTokenVerifier } from '../auth/tokens'
import { startFeedConsumer } from '../events/consumer'
import { type Feed, feedCursorCollections, resetReplica } from '../events/cursor'
import { deadLettersUsage, runDeadLetters } from '../events/dead-letters'
import { addEventMetrics } from '../events/event-metrics'
import { createBus } from '../events/nats'
import { type NewEvent, outboxCollections, readFeed, startPublisher, writeOutbox } from '../events/outbox'
import type { Broadcast, Publisher } from '../events/publisher'
import { createServiceApp, type ServiceHono } from '../http/app'
import { createInternalClient, type Failure, serviceUrlsOf } from '../http/client'
import { createRouter, type Routes } from '../http/router'
import { listen } from '../http/server'
import { startDatabaseClock } from '../mongo/clock'
import type { CollectionSpec } from '../mongo/collections'
import { connectMongo } from '../mongo/connect'
import { createCollectionBuilder } from '../mongo/index-builds'
import { sessionCollections, trackSessions } from '../mongo/instances'
import { createLeases } from '../mongo/lease'
import {
  assertDataVersion,
  indexesDigest,
  type Migration,
  migrationCollections,
  startMigrations,
} from '../mongo/migrations'
import { requireServer } from '../mongo/server-requirements'
import { inTransaction, type Tx } from '../mongo/transaction'
import { type consumerEnv, instanceUrlOf, type mongoEnv, type processEnv, trustedKeys } from '../runtime/env'
import type { Background } from '../runtime/loop'
import { giveNotice, runProcess, stopAll } from '../runtime/run-process'
import { readTls } from '../runtime/tls'
import { createLogger } from '../telemetry/logger'
import { createMetrics, serveMetrics } from '../telemetry/metrics'
import { startTracing } from '../telemetry/tracing'
import { watchClock } from './clock-skew'
import { checkReadiness } from './readiness'

export type ServiceEnv = z.output<z.ZodObject<typeof processEnv & typeof mongoEnv>>
/** Environment of another team's service, with the addresses of only those services whose feeds it reads. */
export type ConsumerEnv = z.output<z.ZodObject<typeof consumerEnv & typeof mongoEnv>> & Partial<ServiceEnv>

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
type Connections = Awaited<ReturnType<typeof connect>>

const isDomain = (name: string): name is DomainName => domainNames.some(domain => domain === name)
const processNameOf = (name: string) => (isDomain(name) ? `svc-${name}` : name)

async function connect(serviceName: string, env: ConsumerEnv, startClock: typeof startDatabaseClock) {
  const name = processNameOf(serviceName)
  const logger = createLogger(name, env.LOG_LEVEL)
  const instanceId = `${name}-${uuidv7()}`
  const { client, db, close } = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  await requireServer(client)
  const clock = await startClock(db, logger)
  const bus = createBus({ url: env.NATS_URL, namespace: env.CASCADE_NAMESPACE, name: instanceId, logger })
  const sign = await createTokenSigner(env.CASCADE_PRIVATE_JWK)
  const urls = serviceUrlsOf(env)
  const away = new Map<DomainName, Failure>()
  return {
    logger,
    instanceId,
    client,
    db,
    bus,
    close,
    collectionBuilder: createCollectionBuilder({
      db,
      connect: () => connectMongo(env.MONGODB_URI, env.MONGODB_DB, { socketTimeoutMS: 0 }),
      logger,
    }),
    clock,
    leaseOf: createLeases(db, { owner: instanceId, now: clock.now }),
    instanceUrl: instanceUrlOf(env),
    metrics: createMetrics(name),
    verifyToken: createTokenVerifier(trustedKeys(env), name),
    sign,
    urls,
    call: createInternalClient({ urls, sign, away, logger }),
    /** Services whose last call got no response or rejected our token. */
    away,
    /** Problems shown by `/readyz` that do not affect readiness. */
    degraded: new Set<string>(),
    /** Exits with code 1, so that a supervisor restarts the process or another instance takes over. */
    fail: () => process.exit(1),
    zone: env.BUSINESS_ZONE,
  }
}

/**
 * Dependencies of every service: clock, ids and transactions.
 * @param onCommit called after each commit, so that events are published at once
 */
function coreDeps({ client, db, clock }: Pick<Connections, 'client' | 'db' | 'clock'>, onCommit: () => void) {
  const now = () => new Date(clock.now())
  return {
    now,
    newId: (): string => uuidv7(),
    /** Runs `work` in a transaction; it may run several times and must have no other effect. */
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await inTransaction(client, work)
      onCommit()
      return result
    },
    writeEvents: (events: readonly NewEvent[], tx: Tx) => writeOutbox(db, events, { at: now(), tx }),
  }
}
type CoreDeps = ReturnType<typeof coreDeps>

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
