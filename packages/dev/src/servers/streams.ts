import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import {
  AckPolicy,
  connect,
  DeliverPolicy,
  type JetStreamManager,
  type NatsConnection,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import { z } from 'zod'

/**
 * Creates the stream of NATS and its consumer, and recreates them when missing, e.g. after a loss of the store. Only this
 * process may: a user who can configure a stream or consumer can make the server publish anything. docker-compose.yml runs
 * this file alone, so it must import installed packages only.
 */

/** Activities of gateways, read by svc-reports from the stream, as gateways have no database for an outbox. */
const activities = { stream: 'gateway', subjects: 'gateway.>', durable: 'reports_activity' }
const checkEveryMs = 2_000
const retentionDays = 14

export const streamEnv = z.object({
  NATS_URL: z.string(),
  CASCADE_NAMESPACE: z.string().default('cascade'),
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Disk space that NATS reserves for the stream; the oldest activities are dropped. */
  STREAM_MEGABYTES: z.coerce.number().int().min(4).max(1_000_000).default(64),
})
export type StreamEnv = z.input<typeof streamEnv>

type Options = { log?: (line: string) => void }

/** Keeps the stream and its consumer in place. Resolves once both exist. */
export async function maintainStreams(env: StreamEnv, { log = () => undefined }: Options = {}) {
  const settings = streamEnv.parse(env)
  const closing = new AbortController()
  const connection = await connect({
    ...serverOf(settings.NATS_URL),
    name: 'streams',
    maxReconnectAttempts: -1,
    waitOnFirstConnect: true,
    timeout: 2_000,
  })
  const manager = await connection.jetstreamManager({ timeout: 5_000, checkAPI: false })
  const create = createStreams.bind(undefined, manager, settings)
  const attempt = () =>
    create().then(
      () => true,
      (error: unknown) => {
        if (!closing.signal.aborted) log(`streams not created: ${error}`)
        return false
      },
    )
  void serveRewinds(connection, manager, settings.CASCADE_NAMESPACE, create)
  const pause = () => sleep(checkEveryMs, undefined, { signal: closing.signal }).catch(() => undefined)
  while (!(await attempt())) await pause()
  const finished = (async () => {
    while (!closing.signal.aborted) {
      await pause()
      if (!closing.signal.aborted) await attempt()
    }
  })()
  return {
    async stop() {
      closing.abort()
      await connection.close()
      await finished
    },
  }
}

async function createStreams({ streams, consumers }: JetStreamManager, env: z.output<typeof streamEnv>) {
  const { CASCADE_NAMESPACE: namespace, NATS_REPLICAS: replicas, STREAM_MEGABYTES: megabytes } = env
  const name = `${namespace}_${activities.stream}`
  const limits = { subjects: [`${namespace}.${activities.subjects}`], max_bytes: megabytes * 1024 * 1024 }
  const found = await streams.info(name).catch(missingAsUndefined)
  if (!found) {
    await streams.add({
      name,
      ...limits,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      num_replicas: replicas,
      max_age: nanos(retentionDays * 86_400_000),
      duplicate_window: nanos(120_000),
    })
  } else if (found.config.num_replicas < replicas || found.config.max_bytes !== limits.max_bytes) {
    // Without enough disk space or servers the stream stays unchanged: activities must not wait for a setting.
    const num_replicas = Math.max(found.config.num_replicas, replicas)
    await streams.update(name, { ...limits, num_replicas }).catch(() => undefined)
  }
  await consumers.add(name, {
    durable_name: activities.durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(10_000),
    max_ack_pending: 5_000,
  })
}

/** Resets the consumer for a svc-reports with an empty database, so that it reads all activities of the stream. */
async function serveRewinds(
  connection: NatsConnection,
  { consumers }: JetStreamManager,
  namespace: string,
  create: () => Promise<void>,
) {
  for await (const request of connection.subscribe(`${namespace}.rewind.${activities.durable}`)) {
    try {
      await consumers.delete(`${namespace}_${activities.stream}`, activities.durable).catch(missingAsUndefined)
      await create()
      request.respond()
    } catch {
      // svc-reports retries without a response.
    }
  }
}

function missingAsUndefined(error: unknown): undefined {
  if (error instanceof NatsError && error.api_error?.code === 404) return undefined
  throw error
}

function serverOf(url: string) {
  const [, scheme, login, hosts = url] = /^(nats|tls):\/\/(?:(.*)@)?(.+?)\/?$/.exec(url) ?? []
  const [user = '', pass = ''] = login?.split(':').map(decodeURIComponent) ?? []
  const tls = scheme === 'tls' && { tls: {} }
  return { servers: hosts.split(','), ...tls, ...(login !== undefined && { user, pass }) }
}

/** `check` exits once all exist: the health check of the container. */
async function main(isCheck: boolean) {
  const streams = await maintainStreams(process.env as StreamEnv, { log: line => process.stderr.write(`${line}\n`) })
  if (isCheck) return streams.stop()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void streams.stop())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2] === 'check')
