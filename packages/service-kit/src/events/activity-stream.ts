import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  type JetStreamManager,
  type JsMsg,
  NatsError,
  nanos,
  RetentionPolicy,
  StorageType,
} from 'nats'
import type { Logger } from '../base/logger'
import { type Background, startLoop } from '../base/loop'
import type { Bus } from './bus'

export type { Consumer, JsMsg }

const retentionDays = 14
/** NATS reserves it on the disk. */
const streamMegabytesDefault = 64
const ackWaitMs = 10_000
const checkEveryMs = 2_000
const longestWaitMs = 1_000

/** Activities of gateways, which have no database for an outbox, and their one reader: all that JetStream stores. */
export const activityStreamOf = (namespace: string) => `${namespace}_gateway`
export const activityConsumer = 'reports_activity'

type StreamOptions = {
  /** How many servers of the cluster store it. */
  replicas?: number | undefined
  /** The oldest messages make room. */
  streamMegabytes?: number | undefined
}

/**
 * Creates the stream of activities and its consumer, and creates them again when they are missing, as after a loss of
 * the store. Only the process that sets NATS up may do so: who may configure a stream can make the server publish
 * anything.
 */
export function keepActivityStream(
  bus: Bus,
  { logger, ...options }: StreamOptions & { logger: Logger },
): Background & { isReady: () => boolean } {
  let isReady = false
  const round = async () => {
    isReady = false
    if (!bus.isUp()) return undefined
    const manager = await bus.manager()
    await ensureStream(manager, bus.namespace, { ...options, logger })
    await manager.consumers.add(activityStreamOf(bus.namespace), {
      durable_name: activityConsumer,
      ack_policy: AckPolicy.Explicit,
      deliver_policy: DeliverPolicy.All,
      ack_wait: nanos(ackWaitMs),
      max_ack_pending: 5_000,
    })
    isReady = true
    return undefined
  }
  const loop = startLoop(round, { everyMs: checkEveryMs, logger, name: 'activity stream' })
  return { stop: loop.stop, isReady: () => isReady && bus.isUp() }
}

async function ensureStream(
  { streams }: JetStreamManager,
  namespace: string,
  { replicas = 1, streamMegabytes = streamMegabytesDefault, logger }: StreamOptions & { logger: Logger },
) {
  const name = activityStreamOf(namespace)
  const maxBytes = streamMegabytes * 1024 * 1024
  const found = await streams.info(name).catch(missingAsUndefined)
  if (!found) {
    await streams.add({
      name,
      subjects: [`${namespace}.gateway.>`],
      max_bytes: maxBytes,
      storage: StorageType.File,
      retention: RetentionPolicy.Limits,
      num_replicas: replicas,
      max_age: nanos(retentionDays * 86_400_000),
      duplicate_window: nanos(120_000),
    })
    return
  }
  const { num_replicas: before, max_bytes } = found.config
  if (before >= replicas && max_bytes === maxBytes) return
  // Without room for more, or servers to store it, the stream stays as it is: activities do not wait for a setting.
  await streams
    .update(name, { max_bytes: maxBytes, num_replicas: Math.max(before, replicas) })
    .catch((error: unknown) => logger.warn({ err: error, stream: name }, 'stream limits not updated'))
}

function missingAsUndefined(error: unknown): undefined {
  if (error instanceof NatsError && error.api_error?.code === 404) return undefined
  throw error
}

/** Undefined while there is none. */
export const openActivityConsumer = (bus: Bus): Promise<Consumer | undefined> =>
  bus.jetStream().consumers.get(activityStreamOf(bus.namespace), activityConsumer).catch(missingAsUndefined)

/** Removes the consumer, which is created again and then begins with all that the stream still holds. */
export async function rewindActivities(bus: Bus): Promise<void> {
  const { consumers } = await bus.manager()
  await consumers.delete(activityStreamOf(bus.namespace), activityConsumer).catch(missingAsUndefined)
}

/**
 * What is there now, at most `max` messages; waits up to a second for the first one. Exactly what is there is asked
 * for: a message that came for a question no longer listened to would be gone until it is delivered again.
 */
export async function pullMessages(consumer: Consumer, max: number): Promise<JsMsg[]> {
  const first = await consumer.next({ expires: longestWaitMs })
  if (!first) return []
  const messages = [first]
  const more = Math.min(first.info.pending, max - 1)
  if (more === 0) return messages
  for await (const message of await consumer.fetch({ max_messages: more, expires: longestWaitMs })) {
    messages.push(message)
  }
  return messages
}

/** The payload as JSON; undefined when it is none. */
export function jsonOf(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return undefined
  }
}
