import { type Consumer, type JsMsg, NatsError } from 'nats'
import type { Bus } from './nats'

export type { Consumer, JsMsg }

const waitMsMax = 1_000
/** As the process names them that sets NATS up. */
const stream = 'gateway'
const durable = 'reports_activity'
const rewindSubject = 'rewind.reports_activity'

/** The consumer of activities of gateways, which have no database for an outbox; undefined while there is none. */
export const openActivityConsumer = (bus: Bus): Promise<Consumer | undefined> =>
  bus
    .jetStream()
    .consumers.get(`${bus.namespace}_${stream}`, durable)
    .catch((error: unknown) => {
      if (error instanceof NatsError && error.api_error?.code === 404) return undefined
      throw error
    })

/**
 * Lets the consumer begin again with all that the stream still holds. The process that sets NATS up does it: no service
 * may create or remove consumers. @returns whether it has
 */
export const rewindActivities = (bus: Bus): Promise<boolean> => bus.request(rewindSubject)

/**
 * What is there now, at most `max` messages; waits up to a second for the first one. Exactly what is there is asked
 * for: a message that came for a question no longer listened to would be gone until it is delivered again.
 */
export async function pullMessages(consumer: Consumer, max: number): Promise<JsMsg[]> {
  const first = await consumer.next({ expires: waitMsMax })
  if (!first) return []
  const messages = [first]
  const more = Math.min(first.info.pending, max - 1)
  if (more === 0) return messages
  for await (const message of await consumer.fetch({ max_messages: more, expires: waitMsMax })) {
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
