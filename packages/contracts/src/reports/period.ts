import { z } from 'zod'
import { AsOf, BusinessDay, optional } from './shared'

/** The numbers by which the specification names the periods, in the order in which they are offered. */
export const presets = {
  today: 7,
  yesterday: 6,
  currentWeek: 5,
  lastWeek: 4,
  lastMonth: 3,
  currentMonth: 2,
  lastSixMonths: 1,
  dateRange: 8,
} as const
export type Preset = (typeof presets)[keyof typeof presets]
const Preset = z.coerce.number().pipe(z.union(Object.values(presets).map(value => z.literal(value))))

/** A day, or a moment, which stands for its day in the business zone. */
const Day = optional(z.union([BusinessDay, z.iso.datetime({ offset: true })]))

/**
 * The days of a report, both inclusive, or a preset that the server turns into days of the business zone; without
 * either: today. Weeks begin on Monday.
 */
export const PeriodQuery = {
  preset: optional(Preset),
  startDate: Day,
  endDate: Day,
  asOf: AsOf.optional(),
}

/** How far the figures were compared with the ledger, and how many differences there are. */
export const Verified = z.object({ upTo: z.iso.datetime().nullable(), faults: z.number().int() })
export type Verified = z.infer<typeof Verified>

/** What every report of figures says about itself: its days, its moment, and how far it is verified. */
export const aboutReport = {
  startDate: BusinessDay,
  endDate: BusinessDay,
  asOf: AsOf.optional(),
  verified: Verified,
}
