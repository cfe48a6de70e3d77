import { z } from 'zod'
import { EventActor, EventPerson } from './event-actor'

/**
 * The envelope of every event. `seq` is the producer's gapless sequence number (1, 2, 3 …): a consumer that misses a
 * number fetches it from the producer, so NATS may lose, repeat or reorder messages. Events without an outbox have
 * `seq` 0.
 */
export const AnyEvent = z.object({
  id: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  actor: z
    .object({
      id: z.string(),
      username: z.string().optional(),
      role: z.string().optional(),
      person: EventPerson.optional(),
      /** The second person who approved the operation. */
      approvedBy: EventActor.optional(),
    })
    .nullable(),
  correlationId: z.string(),
  causationId: z.string().nullable(),
  seq: z.number().int().min(0),
  data: z.unknown(),
  /** W3C trace context of the operation that emitted it, if traced. */
  traceparent: z.string().optional(),
})
export type AnyEvent = z.infer<typeof AnyEvent>

/**
 * The schema of one event; `type` is also its NATS subject.
 * @example
 * const TimeCreated = defineEvent('games.time.created.v1', z.object({ timeId: z.string(), seconds: z.number() }))
 */
export function defineEvent<T extends string, D extends z.ZodType>(type: T, data: D) {
  return AnyEvent.extend({ type: z.literal(type), data })
}

/**
 * Events with activities, and so with addresses and actions of operators. A service of another team gets their numbers,
 * which have no gap, without actor and data.
 */
export const withheldEventTypes: readonly string[] = ['accounts.run.acted.v1', 'accounts.authority.changed.v1']

/** Events of passing state, from which nothing is rebuilt: producers remove them after their retention. */
export const transientEventTypes: readonly string[] = ['accounts.session.ended.v1', 'accounts.presence.changed.v1']

/** Type of an event that was removed after its retention: its number remains, without actor and data. */
export const removedEventType = 'removed'
