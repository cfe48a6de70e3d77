import { z } from 'zod'
import { eventOf } from '../event'

/** One call that changed something, signed somebody in or exported; secrets never reach it. */
export const ActivityRecorded = eventOf(
  'gateway.activity.recorded.v1',
  z.object({
    accountId: z.string().nullable(),
    username: z.string(),
    /** What was done, for people: the endpoint's summary, or what the client named. */
    subject: z.string(),
    requestUrl: z.string(),
    method: z.string(),
    ipAddress: z.string(),
    status: z.number().int(),
  }),
)
export type ActivityRecorded = z.infer<typeof ActivityRecorded>
