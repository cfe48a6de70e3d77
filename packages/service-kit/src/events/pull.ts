import { AckPolicy, type Consumer, DeliverPolicy, type JsMsg, nanos } from 'nats'
import type { Bus, FeedId } from './bus'

export type { Consumer, JsMsg }

const longestWaitMs = 1_000

type ConsumerOptions = {
  durable: string
  ackWaitMs: number
  forgottenAfterMs?: number
  /** One acknowledgement stands for all messages up to it; otherwise each has its own. */
  acksTogether?: boolean
  /** Only events of this type. */
  only?: string | undefined
}

/** Opens a durable pull consumer of a feed's stream; stream and consumer are made when they are not there. */
export async function openConsumer(bus: Bus, feed: FeedId, options: ConsumerOptions): Promise<Consumer> {
  const { durable, ackWaitMs, forgottenAfterMs, acksTogether = false, only } = options
  await bus.ensureStream(feed)
  const stream = bus.streamName(feed)
  const consumers = (await bus.manager()).consumers
  await consumers.add(stream, {
    durable_name: durable,
    ack_policy: acksTogether ? AckPolicy.All : AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    ack_wait: nanos(ackWaitMs),
    max_ack_pending: 5_000,
    ...(only ? { filter_subject: bus.subject(only) } : {}),
    ...(forgottenAfterMs ? { inactive_threshold: nanos(forgottenAfterMs) } : {}),
  })
  return bus.jetStream().consumers.get(stream, durable)
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
