import { z } from 'zod'
import { defineEvent } from '../event'
import { EventPerson } from '../event-actor'

const Value = z.union([z.string(), z.number(), z.boolean()]).nullable()
/** A field before and after; both null for a secret. */
export const LoggedChange = z.object({ field: z.string(), before: Value, after: Value })
export type LoggedChange = z.infer<typeof LoggedChange>

/**
 * Header in which a service reports the fields that a call changed: percent-encoded JSON. The gateway does not forward
 * it.
 */
export const changesHeader = 'x-logged-changes'
export const LoggedChanges = z.array(LoggedChange)
/** Header of a response whose service has written the activity itself: the gateway does not record it again. */
export const recordedHeader = 'x-activity-recorded'

const LoggedAccount = z.object({ accountId: z.string(), username: z.string().nullable() })
export const loggedObjectsMax = 10

/** One call that changed something, a sign-in, or an export. Contains no secrets. */
export const ActivityRecorded = defineEvent(
  'gateway.activity.recorded.v1',
  z.object({
    accountId: z.string().nullable(),
    username: z.string(),
    /** Description for users. */
    subject: z.string(),
    requestUrl: z.string(),
    method: z.string(),
    ipAddress: z.string(),
    /** HTTP status of the response; below 400 means success. */
    status: z.number().int(),
    /** Error code and reason as plain strings: a newer gateway may send codes that its readers do not know. */
    code: z.string().optional(),
    reason: z.string().optional(),
    /** The affected account; the name is null if the response did not contain it. */
    object: LoggedAccount.optional(),
    /** For merged calls on several accounts, instead of `object`: the first ones, and whether there were more. */
    objects: z.array(LoggedAccount).max(loggedObjectsMax).optional(),
    hasMoreObjects: z.literal(true).optional(),
    operation: z.string().optional(),
    /** Text after the actor's name, with the placeholders `{object}` and `{amount}`. */
    does: z.string().optional(),
    /** The affected game or draw; `object` is then its admin. */
    target: z.object({ kind: z.enum(['game', 'draw']), id: z.string() }).optional(),
    changes: LoggedChanges.optional(),
    /** The actor's note. */
    note: z.string().optional(),
    /** Points as requested. */
    amount: z.number().optional(),
    /** The person who acted for the account. */
    person: EventPerson.optional(),
    /** Username of the second person who approved the call. */
    approvedBy: z.string().optional(),
    /** `browser`: reported by the browser and not verified. */
    source: z.enum(['server', 'browser']).default('server'),
    /** For merged rejected calls: how many there were, and when the last one was. */
    times: z.number().int().optional(),
    until: z.string().optional(),
  }),
)
export type ActivityRecorded = z.infer<typeof ActivityRecorded>

/** Maximum activities per message. */
export const activityBatchSizeMax = 100

/** `first`: number of a message's first activity. A gateway process counts from 1 in the order of publication. */
export const ActivitySender = z.object({ gatewayId: z.string(), startedAt: z.iso.datetime(), first: z.number().int() })
export type ActivitySender = z.infer<typeof ActivitySender>

/** A batch of activities; each is stored by its own id. `sender` is absent in messages of 1.0.0. */
export const ActivitiesRecorded = defineEvent(
  'gateway.activities.recorded.v1',
  z.object({ activities: z.array(ActivityRecorded).max(activityBatchSizeMax), sender: ActivitySender.optional() }),
)
export type ActivitiesRecorded = z.infer<typeof ActivitiesRecorded>
