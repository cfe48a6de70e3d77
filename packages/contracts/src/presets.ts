import { z } from 'zod'

/** The numbers by which the specification names periods. */
export const presets = {
  today: 7,
  yesterday: 6,
  currentWeek: 5,
  lastWeek: 4,
  lastMonth: 3,
  currentMonth: 2,
  lastSixMonths: 1,
  /** Days that the user chooses. */
  dateRange: 8,
} as const
export type Preset = (typeof presets)[keyof typeof presets]

/** A preset as it stands in a query. */
export const PresetQuery = z.coerce
  .number()
  .pipe(z.union(Object.values(presets).map(value => z.literal(value))))
  .meta({ enum: Object.values(presets) })
