import type { AnyEvent } from '@cascade/contracts'
import type { z } from 'zod'
import type { Actor } from '../identity/tokens'
import type { NewEvent } from './outbox'

type EventSchema<T extends string, D extends z.ZodType> = z.ZodObject<{ type: z.ZodLiteral<T>; data: D }>

/** Who caused an event; without an actor the system did. */
export type CausedBy = { actor?: Actor; requestId: string }

/** An event of a contract, as `writeEvents` takes it. `data` is typed by the contract's schema. */
export function newEvent<T extends string, D extends z.ZodType>(
  schema: EventSchema<T, D>,
  data: z.input<D>,
  { actor, requestId }: CausedBy,
): NewEvent {
  return { type: schema.shape.type.value, data, actor: actor ? actorOfEvent(actor) : null, correlationId: requestId }
}

const actorOfEvent = ({ accountId, username, role }: Actor): NonNullable<AnyEvent['actor']> => ({
  id: accountId,
  username,
  role,
})
