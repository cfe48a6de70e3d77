import { type DomainName, feedCallOf } from '@cascade/contracts'
import type { Db } from 'mongodb'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { createLogger } from '../base/logger'
import type { Background } from '../base/loop'
import { createMetrics, type Metrics, serveMetrics } from '../base/metrics'
import { startTracing } from '../base/tracing'
import { databaseNow, startDatabaseClock } from '../data/database-clock'
import { keepSessions, sessionPlans } from '../data/instances'
import { createLeases } from '../data/lease'
import { indexesDigest, type Migration, migrationPlans, requireKnownData, startMigrations } from '../data/migrations'
import { type CollectionPlan, connectMongo, ensureCollections, inTransaction, type Tx } from '../data/mongo'
import { requireServer } from '../data/server'
import { createBus } from '../events/bus'
import { deadLettersOf, deadLettersUsage, runDeadLetters } from '../events/dead-letters'
import { startFeedConsumer } from '../events/feed-consumer'
import { type Feed, feedCursorPlans, readAgain } from '../events/feed-cursor'
import { type NewEvent, oldestUnpublished, outboxPlans, readFeed, startPublisher, writeOutbox } from '../events/outbox'
import type { Publisher } from '../events/publisher'
import { createInternalClient, serviceUrlsOf } from '../http/internal-client'
import { createRouter, type Routes } from '../http/router'
import { createServiceApp } from '../http/service-app'
import { createTokenSigner, createTokenVerifier } from '../identity/tokens'
import { instanceUrlOf, type mongoEnv, type processEnv } from './env'
import { listen } from './http-server'
import { giveNotice, runProcess, stopAll, watchClock } from './process'
import { serviceFaults } from './service-faults'

export type ServiceEnv = z.output<z.ZodObject<typeof processEnv & typeof mongoEnv>>

/** A service as data: what it stores, what it keeps of others, what its verbs may use, its calls. */
export type Service<Deps> = {
  domain: DomainName
  plans: readonly CollectionPlan[]
  /** From version 0 of the stored data on; what was released stays, in its order. */
  migrations?: readonly Migration[]
  feeds: readonly Feed[]
  createDeps: (parts: ServiceParts) => Deps | Promise<Deps>
  /** Runs before the first call is taken, e.g. to write what an empty database needs. */
  prepare?: (deps: Deps) => Promise<void>
  routes: readonly Routes<Deps>[]
  background?: (deps: Deps, parts: ServiceParts) => readonly Background[]
}

/** What a service is built from: its connections, its clock and ids, its way to commit. */
export type ServiceParts = Connections & { publisher: Publisher; core: CoreDeps }
type Connections = Awaited<ReturnType<typeof connect>>

async function connect(domain: DomainName, env: ServiceEnv) {
  const room = `svc-${domain}`
  const logger = createLogger(room, env.LOG_LEVEL)
  const instanceId = `${room}-${uuidv7()}`
  const { client, db, close } = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  await requireServer(client)
  const clock = await startDatabaseClock(db, logger)
  const bus = createBus({ url: env.NATS_URL, namespace: env.CASCADE_NAMESPACE, name: instanceId, logger })
  const sign = await createTokenSigner(env.CASCADE_PRIVATE_JWK)
  const away = new Map<DomainName, number>()
  return {
    domain,
    logger,
    instanceId,
    client,
    db,
    bus,
    close,
    /** The database's, which all replicas share. */
    clock,
    /** Leases of this process, so that one of several replicas does a job. */
    leaseOf: createLeases(db, { owner: instanceId, now: clock.now }),
    /** Where other instances of this service reach this one. */
    instanceUrl: instanceUrlOf(env),
    metrics: createMetrics(room),
    verifyToken: createTokenVerifier(env.CASCADE_JWKS, room),
    call: createInternalClient({ urls: serviceUrlsOf(env), sign, away }),
    /** Services whose last call had no answer, with its moment by the monotonic clock. */
    away,
    /** Names of what does not work at the moment although nothing is missing: `/readyz` shows them. */
    degraded: new Set<string>(),
    /** Ends this process with exit code 1, so that its supervisor starts it again or another instance takes over. */
    fail: () => process.exit(1),
    /** Named zone of the business day. */
    zone: env.BUSINESS_ZONE,
  }
}

/**
 * What every service's verbs may use: its clock, ids, and one way to commit.
 * @param poke called after each commit, so that events leave at once.
 */
function coreDeps({ client, db }: Pick<Connections, 'client' | 'db'>, poke: () => void, now = () => new Date()) {
  return {
    now,
    newId: (): string => uuidv7(),
    /** Commits what `work` writes, or nothing of it; it may run several times and must have no other effect. */
    async transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
      const result = await inTransaction(client, work)
      poke()
      return result
    },
    /** Events that exist exactly when the transaction's state does. */
    writeEvents: (events: readonly NewEvent[], tx: Tx) => writeOutbox(db, events, tx),
  }
}
type CoreDeps = ReturnType<typeof coreDeps>

/**
 * Starts a service: database with its collections, feeds in and events out, calls, metrics, health.
 * @returns the graceful stop
 */
export async function startService<Deps>(service: Service<Deps>, env: ServiceEnv): Promise<() => Promise<void>> {
  const { domain, plans, migrations = [], feeds, routes } = service
  const stopTracing = await startTracing(`svc-${domain}`, env.OTEL_EXPORTER_OTLP_ENDPOINT)
  const connections = await connect(domain, env)
  const { logger, client, db, bus, metrics, verifyToken, instanceId, call, close, clock, leaseOf } = connections
  await requireWhole(db)
  await requireKnownData(db, migrations)
  const kitPlans = [...outboxPlans, ...feedCursorPlans, ...sessionPlans, ...migrationPlans]
  const all = [...kitPlans, ...feeds.flatMap(feed => feed.plans), ...plans]
  const about = { client, db, now: clock.now, logger }
  const sessions = await keepSessions({ ...about, owner: instanceId, indexes: indexesDigest(all) })
  await ensureCollections(db, all)
  showEvents(db, domain, metrics)
  const publisher = startPublisher({ client, db, bus, producer: domain, leaseOf, logger })
  const core = coreDeps(connections, publisher.poke)
  const parts: ServiceParts = { ...connections, publisher, core }

  let draining = false
  const faults = async () => {
    const { missing, degraded } = await serviceFaults(connections)
    return { missing: [...(draining ? ['it is being stopped'] : []), ...missing], degraded }
  }
  let notes = () => [] as string[]
  const app = createServiceApp({ logger, metrics, faults, notes: () => notes() })
  const router = createRouter(app, verifyToken)
  router.serveInternal(feedCallOf(domain), ({ body }) => readFeed(db, body.after, body.limit))
  const deps = await service.createDeps(parts)
  await service.prepare?.(deps)
  for (const add of routes) add(router, deps)

  const background = [
    ...feeds.map(({ project, plans, kept = [], tells, ...feed }) =>
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
        onApplied: tells && publisher.poke,
        ...(plans.length > 0 && { onReplaced: ({ cursorId }) => readAgain(db, { cursorId, plans, kept }) }),
      }),
    ),
    ...(service.background?.(deps, parts) ?? []),
    watchClock({ of: 'the database', readClock: () => databaseTime(db), metrics, logger }),
  ]
  const server = await listen(app, env.PORT, env.HOST)
  const moves = startMigrations({ ...about, migrations, plans: all, leaseOf, metrics })
  background.push(moves)
  notes = moves.notes
  const closeMetrics = env.METRICS_PORT ? serveMetrics(metrics, env.METRICS_PORT, env.HOST) : async () => undefined
  logger.info({ port: env.PORT }, 'ready')

  return async () => {
    draining = true
    await giveNotice(env.NODE_ENV === 'production')
    const cut = await server.drain()
    if (cut > 0) logger.warn({ cut }, 'connections cut')
    const stops = background.map((part, index) => [`background ${index}`, () => part.stop()] as const)
    await stopAll(Object.fromEntries(stops), { deadlineMs: 3_000, logger })
    // Last of all, so that events of the last calls still leave.
    await stopAll(
      { publisher: publisher.stop, sessions: sessions.stop, clock: clock.stop },
      { deadlineMs: 500, logger },
    )
    await stopAll({ nats: bus.close, metrics: closeMetrics, tracing: stopTracing }, { deadlineMs: 500, logger })
    await stopAll({ database: close }, { deadlineMs: 500, logger })
  }
}

/** What a restore has not finished is nobody's to work on (`packages/operations`). */
async function requireWhole(db: Db): Promise<void> {
  const unfinished = await db.collection<{ _id: string }>('installation').findOne({ _id: 'restoring' })
  if (unfinished) throw new Error('A restore of this installation is not finished: run it again.')
}

const databaseTime = async (db: Db): Promise<Date> => new Date(await databaseNow(db))

/**
 * The whole of a service's `main.ts`: reads the environment, starts, and stops at a signal. With `dead-letters` behind
 * it on the command line, it runs that command on the service's database instead.
 */
export function runService<Deps>(domain: DomainName, read: () => { service: Service<Deps>; env: ServiceEnv }): void {
  const [command, ...args] = process.argv.slice(2)
  if (command !== undefined) return void runCommand(command, args, read().env)
  runProcess(createLogger(`svc-${domain}`, 'info'), async logger => {
    const { service, env } = read()
    logger.level = env.LOG_LEVEL
    return startService(service, env)
  })
}

async function runCommand(command: string, args: readonly string[], env: ServiceEnv): Promise<void> {
  const { db, close } = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  try {
    if (command !== 'dead-letters') throw new Error(`There is no command ${command}, only ${deadLettersUsage}.`)
    await runDeadLetters(db, args, line => process.stdout.write(`${line}\n`))
  } catch (error) {
    process.stderr.write(`${error}\n`)
    process.exitCode = 1
  } finally {
    await close()
  }
}

/** Shows at `/metrics` how old the oldest unpublished event is, and how many events lie aside. */
function showEvents(db: Db, producer: DomainName, metrics: Pick<Metrics, 'gauge'>): void {
  metrics.gauge('outbox_age_seconds', 'Age of an event that is committed and not yet in NATS; 0 when there is none', {
    read: async () => {
      const at = await oldestUnpublished(db, producer)
      return at ? (Date.now() - at.getTime()) / 1000 : 0
    },
  })
  metrics.gauge('dead_letters', 'Events that could not be applied and lie aside', {
    read: () => deadLettersOf(db).estimatedDocumentCount(),
  })
}
