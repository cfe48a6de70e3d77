import { z } from 'zod'
import { EventPerson } from '../event-actor'
import { Role } from '../roles'
import { Points } from '../values/points'

/** Why a ticket counts no longer: its stake went back to the player before betting on the draw closed. */
export const Void = z.object({
  /** The returned stake. */
  stake: Points,
  by: z.object({ username: z.string(), role: Role, person: EventPerson.optional() }),
  at: z.iso.datetime(),
  reason: z.string(),
})
export type Void = z.infer<typeof Void>

/** Fields of a void ticket in lists, where its stake is 0; absent for others. */
export const voidFields = { state: z.literal('void').optional(), void: Void.optional() }
