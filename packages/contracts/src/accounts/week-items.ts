import { z } from 'zod'
import { Role } from '../roles'
import { Points } from '../values/points'

export const weekItemKinds = ['limits', 'openPeriods', 'payments'] as const

/** Accounts below that have reached a limit today, per role; periods to close; settlements to pay. */
export const WeekItem = z.object({
  kind: z.enum(weekItemKinds),
  count: z.number().int(),
  /** Since when the oldest waits; null if unknown. */
  oldest: z.iso.datetime().nullable(),
  /** True if there are more than were counted. */
  isPart: z.boolean().optional(),
  role: Role.optional(),
  points: Points.optional(),
  /** Last day of the period to begin with. */
  period: z.string().optional(),
  /** The account, if it is the only one. */
  userId: z.string().optional(),
})
export type WeekItem = z.infer<typeof WeekItem>
