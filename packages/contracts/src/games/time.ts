import { z } from 'zod'

/** A time between draws; `timecount` is seconds. */
export const Time = z.object({ _id: z.string(), timecount: z.number().int() })
export type Time = z.infer<typeof Time>

/** What Time Master adds. */
export const NewTime = z.strictObject({
  timecount: z
    .number({ error: 'Time is required' })
    .int('Whole seconds only')
    .min(10, 'At least 10 seconds')
    .max(86_400, 'At most 86400 seconds'),
})
export type NewTime = z.infer<typeof NewTime>
