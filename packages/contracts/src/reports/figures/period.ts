import { z } from 'zod'
import { PresetQuery } from '../../presets'
import { AsOf, dayOrMoment } from '../../values/moments'
import { optional } from '../shared'

/** A day, or a moment, which stands for its day in the business zone. */
const Day = optional(dayOrMoment())

/**
 * The days of a report, both inclusive, or a preset that the server turns into days of the business zone; without
 * either: today. Weeks begin on Monday.
 */
export const PeriodQuery = {
  preset: optional(PresetQuery),
  startDate: Day,
  endDate: Day,
  asOf: AsOf.optional(),
}

/** How far the figures were compared with the ledger, and how many differences there are. */
export const Verified = z.object({
  upTo: z.iso.datetime().nullable(),
  /** How long ago that was when this was answered. */
  ageSeconds: z.number().int().nullable().optional(),
  faults: z.number().int(),
})
export type Verified = z.infer<typeof Verified>

/** What every report of figures says about itself: its days, its moment, and how far it is verified. */
export const aboutReport = {
  startDate: z.string(),
  endDate: z.string(),
  asOf: AsOf.optional(),
  verified: Verified,
}
