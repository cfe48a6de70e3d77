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
 * Creates the streams and consumers of NATS, and creates them again when they are missing, as after a loss of the
 * store. Only this process may: a user that may configure a stream or a consumer can make the server publish anything.
 * docker-compose.yml runs this file by itself, so it imports packages alone.
 */

/** Streams by name, with the subjects of each. */
export const streamSubjects: Readonly<Record<string, string>> = {
  accounts: 'accounts.>',
  accounts_credit: 'credit.>',
  accounts_play: 'play.>',
  games: 'games.>',
  live: 'live.>',
  reports: 'reports.>',
  gateway: 'gateway.>',
}

/** svc-reports reads activities of gateways, which have no database for an outbox. */
const activities = { stream: 'gateway', durable: 'reports_activity' }
const checkEveryMs = 2_000
const retentionDays = 14

export const streamEnv = z.object({
  NATS_URL: z.string(),
  CASCADE_NAMESPACE: z.string().default('cascade'),
  /** How many servers of the cluster store each stream. */
  NATS_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** NATS reserves it on the disk for each stream; the oldest events make pkg. */
  STREAM_MEGABYTES: z.coerce.number().int().min(4).max(1_000_000).default(64),
})
export type StreamEnv = z.input<typeof streamEnv>

type Options = { log?: (line: string) => void }

/** @returns once all are there for the first time */
export async function keepStreams(env: StreamEnv, { log = () => undefined }: Options = {}) {
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
  for (const [name, subjects] of Object.entries(streamSubjects)) {
    const limits = { subjects: [`${namespace}.${subjects}`], max_bytes: megabytes * 1024 * 1024 }
    const found = await streams.info(`${namespace}_${name}`).catch(missingAsUndefined)
    if (!found) {
      await streams.add({
        name: `${namespace}_${name}`,
        ...limits,
        storage: StorageType.File,
        retention: RetentionPolicy.Limits,
        num_replicas: replicas,
        max_age: nanos(retentionDays * 86_400_000),
        duplicate_window: nanos(120_000),
      })
      continue
    }
    const { num_replicas: before, max_bytes } = found.config
    if (before >= replicas && max_bytes === limits.max_bytes) continue
    // Without pkg for more, or servers to store it, the stream stays as it is: events do not wait for a setting.
    await streams
      .update(`${namespace}_${name}`, { ...limits, num_replicas: Math.max(before, replicas) })
      .catch(() => undefined)
  }
  await consumers.add(`${namespace}_${activities.stream}`, {
    durable_name: activities.durable,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(10_000),
    max_ack_pending: 5_000,
  })
}

/** svc-reports with an empty database begins again with all activities that the stream holds. */
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
      // Without an answer svc-reports asks again.
    }
  }
}

function missingAsUndefined(error: unknown): undefined {
  if (error instanceof NatsError && error.api_error?.code === 404) return undefined
  throw error
}

/** `nats://user:password@one:4222,two:4222`, as services take it. */
function serverOf(url: string) {
  const [, login, hosts = url] = /^nats:\/\/(?:(.*)@)?(.+?)\/?$/.exec(url) ?? []
  const [user = '', pass = ''] = login?.split(':').map(decodeURIComponent) ?? []
  return { servers: hosts.split(','), ...(login !== undefined && { user, pass }) }
}

/** `check` ends once all are there: it is the health check of the container. */
async function main(isCheck: boolean) {
  const kept = await keepStreams(process.env as StreamEnv, { log: line => process.stderr.write(`${line}\n`) })
  if (isCheck) return kept.stop()
  for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void kept.stop())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv[2] === 'check')
