import { z } from 'zod'
import { eventOf } from '../event'

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()
/** A field before and after; of a secret both are null. */
export const LoggedChange = z.object({ field: z.string(), before: Value, after: Value })
export type LoggedChange = z.infer<typeof LoggedChange>

/** In this header a service tells the gateway, and nobody else, what a call has changed: JSON, percent-encoded. */
export const changesHeader = 'x-logged-changes'
export const LoggedChanges = z.array(LoggedChange)

/** One call that changed something, signed somebody in or exported; secrets never reach it. */
export const ActivityRecorded = eventOf(
  'gateway.activity.recorded.v1',
  z.object({
    accountId: z.string().nullable(),
    username: z.string(),
    /** What was done, for people. */
    subject: z.string(),
    requestUrl: z.string(),
    method: z.string(),
    ipAddress: z.string(),
    /** HTTP status of the answer: below 400 it was done. */
    status: z.number().int(),
    /** Why it was refused, in the words of whoever sent it: a newer gateway knows more of them than its readers. */
    code: z.string().optional(),
    reason: z.string().optional(),
    /** What it was done to; the name where the answer told it. */
    object: z.object({ accountId: z.string(), username: z.string().nullable() }).optional(),
    /** The endpoint's id. */
    operation: z.string().optional(),
    /** What follows the name of who did it, with `{object}` and `{amount}` in it. */
    does: z.string().optional(),
    /** What else than an account it was done to; `object` is then the admin whose it is. */
    target: z.object({ kind: z.enum(['game', 'draw']), id: z.string() }).optional(),
    changes: LoggedChanges.optional(),
    /** The words of who did it. */
    note: z.string().optional(),
    /** Points, as they were sent. */
    amount: z.number().optional(),
    /** `browser`: nobody but the browser says so. */
    source: z.enum(['server', 'browser']).default('server'),
    /** Of rejected calls in one row: how many there were, and when the last one was. */
    times: z.number().int().optional(),
    until: z.string().optional(),
  }),
)
export type ActivityRecorded = z.infer<typeof ActivityRecorded>

/** How many activities travel together at most. */
export const activityBatchLimit = 100

/** Activities of a moment in one message; each is kept by its own id. */
export const ActivitiesRecorded = eventOf(
  'gateway.activities.recorded.v1',
  z.object({ activities: z.array(ActivityRecorded).max(activityBatchLimit) }),
)
export type ActivitiesRecorded = z.infer<typeof ActivitiesRecorded>
