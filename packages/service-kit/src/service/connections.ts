import { type DomainName, domainNames } from '@cascade/contracts'
import { v7 as uuidv7 } from 'uuid'
import type { z } from 'zod'
import { createTokenSigner, createTokenVerifier } from '../auth/tokens'
import { createBus } from '../events/nats'
import { type NewEvent, writeOutbox } from '../events/outbox'
import { createInternalClient, type Failure, serviceUrlsOf } from '../http/client'
import type { startDatabaseClock } from '../mongo/clock'
import { connectMongo } from '../mongo/connect'
import { createCollectionBuilder } from '../mongo/index-builds'
import { createLeases } from '../mongo/lease'
import { requireServer } from '../mongo/server-requirements'
import { inTransaction, type Tx } from '../mongo/transaction'
import { type consumerEnv, instanceUrlOf, type mongoEnv, type processEnv, trustedKeys } from '../runtime/env'
import { createLogger } from '../telemetry/logger'
import { createMetrics } from '../telemetry/metrics'

export type ServiceEnv = z.output<z.ZodObject<typeof processEnv & typeof mongoEnv>>
/** Environment of another team's service, with the addresses of only those services whose feeds it reads. */
export type ConsumerEnv = z.output<z.ZodObject<typeof consumerEnv & typeof mongoEnv>> & Partial<ServiceEnv>

export type Connections = Awaited<ReturnType<typeof connect>>

export const isDomain = (name: string): name is DomainName => domainNames.some(domain => domain === name)
export const processNameOf = (name: string) => (isDomain(name) ? `svc-${name}` : name)

/** Connects a service to database and NATS, with its clock, keys, metrics and the client for calls of other services. */
export async function connect(serviceName: string, env: ConsumerEnv, startClock: typeof startDatabaseClock) {
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
export function coreDeps({ client, db, clock }: Pick<Connections, 'client' | 'db' | 'clock'>, onCommit: () => void) {
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
export type CoreDeps = ReturnType<typeof coreDeps>
