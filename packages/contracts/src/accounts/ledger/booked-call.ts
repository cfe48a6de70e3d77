import { z } from 'zod'

/** The call that a booking answers, for its log entry. Services of other teams do not get it. */
export const BookedCall = z.object({
  /** Id of the endpoint. */
  operation: z.string(),
  /** Path with `/api`, without a query. */
  requestUrl: z.string(),
  ipAddress: z.string(),
})
export type BookedCall = z.infer<typeof BookedCall>
