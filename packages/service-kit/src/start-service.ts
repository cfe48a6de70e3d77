import { type DomainName, feedCallOf } from '@cascade/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { createBus } from './bus'
import type { mongoEnv, processEnv } from './env'
import { feedCursorPlans } from './feed-cursor'
import { handleInternal } from './handle'
import { createInternalClient, serviceUrlsOf } from './internal-client'
import { createLogger } from './logger'
import { createMetrics, serveMetrics } from './metrics'
import { type CollectionPlan, connectMongo, ensureCollections } from './mongo'
import { outboxPlans, readFeed, startPublisher } from './outbox'
import { closeServer, listen } from './process'
import { createServiceApp, type ServiceHono } from './service-app'
import { createTokenSigner, createTokenVerifier } from './tokens'

export type ServiceEnv = z.output<z.ZodObject<typeof processEnv & typeof mongoEnv>>

/** Something that runs beside the calls and must be ended before the database is closed. */
export type Background = { stop: () => Promise<void> }

export type ServiceParts = Awaited<ReturnType<typeof connectParts>>

async function connectParts(domain: DomainName, env: ServiceEnv) {
  const room = `svc-${domain}`
  const logger = createLogger(room, env.LOG_LEVEL)
  const instanceId = `${room}-${uuidv7()}`
  const mongo = await connectMongo(env.MONGODB_URI, env.MONGODB_DB)
  const bus = createBus({ url: env.NATS_URL, namespace: env.CASCADE_NAMESPACE, name: instanceId, logger })
  const sign = await createTokenSigner(env.CASCADE_PRIVATE_JWK)
  return {
    domain,
    logger,
    instanceId,
    mongo,
    bus,
    metrics: createMetrics(room),
    verifyToken: createTokenVerifier(env.CASCADE_JWKS, room),
    call: createInternalClient({ urls: serviceUrlsOf(env), sign }),
    zone: env.BUSINESS_ZONE,
  }
}

/**
 * Starts a service of a domain: database with its collections, events in and out, calls, metrics, health.
 * `build` adds the domain's routes to the app and returns what runs beside them.
 * @returns the graceful stop: calls first, then what runs beside them, then events, then the database.
 */
export async function startService(options: {
  domain: DomainName
  env: ServiceEnv
  plans: readonly CollectionPlan[]
  build: (
    parts: ServiceParts & { publisher: ReturnType<typeof startPublisher> },
    app: ServiceHono,
  ) => Promise<Background[]>
}): Promise<() => Promise<void>> {
  const { domain, env, plans, build } = options
  const parts = await connectParts(domain, env)
  const { logger, mongo, bus, metrics, verifyToken, instanceId } = parts
  await ensureCollections(mongo.db, [...outboxPlans, ...feedCursorPlans, ...plans])
  const publisher = startPublisher({ client: mongo.client, db: mongo.db, bus, producer: domain, instanceId, logger })

  let draining = false
  const notReady = async () => {
    const database = await mongo.db.command({ ping: 1 }).then(
      () => true,
      () => false,
    )
    return [...(draining ? ['draining'] : []), ...(database ? [] : ['database'])]
  }
  const app = createServiceApp({ logger, verifyToken, metrics, notReady })
  handleInternal(app, verifyToken, feedCallOf(domain), ({ body }) => readFeed(mongo.db, body.after, body.limit))
  const background = await build({ ...parts, publisher }, app)
  const server = await listen(app, env.PORT, env.HOST)
  const closeMetrics = env.METRICS_PORT ? serveMetrics(metrics, env.METRICS_PORT, env.HOST) : undefined
  logger.info({ port: env.PORT }, 'ready')

  return async () => {
    draining = true
    await closeServer(server)
    await Promise.all(background.map(part => part.stop()))
    await publisher.stop()
    await bus.close()
    await closeMetrics?.()
    await mongo.close()
  }
}
