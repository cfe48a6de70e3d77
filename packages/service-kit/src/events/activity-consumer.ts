import { type Consumer, type JsMsg, NatsError } from 'nats'
import type { Bus } from './nats'

export type { Consumer, JsMsg }

const waitMsMax = 1_000
/** Stream and consumer are created by the process that sets up NATS, under these names. */
const stream = 'gateway'
const durable = 'reports_activity'
const rewindSubject = 'rewind.reports_activity'

/** Consumer of the gateways' activities (gateways have no database for an outbox); undefined if it does not exist. */
export const openActivityConsumer = (bus: Bus): Promise<Consumer | undefined> =>
  bus
    .jetStream()
    .consumers.get(`${bus.namespace}_${stream}`, durable)
    .catch((error: unknown) => {
      if (error instanceof NatsError && error.api_error?.code === 404) return undefined
      throw error
    })

/**
 * Asks the process that sets up NATS to reset the consumer to the start of the stream; services may not manage
 * consumers.
 * @returns whether it was reset
 */
export const rewindActivities = (bus: Bus): Promise<boolean> => bus.request(rewindSubject)

/**
 * Available messages, `max` at most; waits up to a second for the first. Requests exactly the pending number: a message
 * delivered to a request that has ended is not redelivered until its acknowledgement times out.
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

/** The payload, or undefined if it is not JSON. */
export function jsonOf(message: JsMsg): unknown {
  try {
    return message.json()
  } catch {
    return undefined
  }
}
