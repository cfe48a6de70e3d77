import { z } from 'zod'

export const EventActor = z.object({ id: z.string(), username: z.string(), role: z.string() })
export type EventActor = z.infer<typeof EventActor>

/** A person who acted for the account. */
export const EventPerson = z.object({ id: z.string(), name: z.string() })
export type EventPerson = z.infer<typeof EventPerson>

/** The login that views as another one. */
export const Viewer = EventActor.extend({ person: EventPerson.optional() })
export type Viewer = z.infer<typeof Viewer>
