import { z } from 'zod'
import { approvalOperations } from '../approval'
import { EventActor } from '../event'
import { internalCall } from '../internal'
import { Role } from '../roles'
import { Points } from '../values/points'
import { Approval } from './approvals'

export const Requester = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
})

/** A public call, as it is sent to its service. */
const callShape = {
  endpointId: z.string(),
  /** With the query, below `/api`. */
  path: z.string(),
  /** JSON without the password. */
  body: z.string().optional(),
  ifMatch: z.string().optional(),
}

/** An approved call, to be executed with the rights of `actor` under the `Idempotency-Key` that it was requested with. */
const ApprovedCall = z.object({
  ...callShape,
  approvalId: z.string(),
  key: z.string(),
  actor: Requester,
  approvedBy: EventActor,
})
export type ApprovedCall = z.infer<typeof ApprovedCall>

/** Calls of the gateway, which asks for approvals and executes approved calls. */
export const approvalInternal = {
  /**
   * Stores a call where the policy asks for a second person; the same key and requester get the same id. Without an
   * `approvalId` in the response the call needs none.
   */
  request: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({
      ...callShape,
      actor: Requester,
      permission: z.string(),
      key: z.string(),
      /** The service has answered that the call needs one; otherwise the policy decides. */
      isNeeded: z.boolean(),
      operation: z.enum(approvalOperations),
      amount: Points.optional(),
      accountId: z.string().optional(),
      drawId: z.string().optional(),
      /** The body has secrets of an account. */
      isSecret: z.boolean(),
      payerId: z.string().optional(),
      /** Text for the second person, by field. */
      details: z.record(z.string(), z.string()).optional(),
      note: z.string().optional(),
    }),
    response: z.object({ approvalId: z.string().optional() }),
    bodyBytesMax: 1024 * 1024,
  }),
  /** Decides in favour; without a `call` there is nothing to execute, and the approval says why. */
  approve: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/approve',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({ approvalId: z.string(), actor: Requester }),
    response: z.object({ approval: Approval, call: ApprovedCall.optional() }),
  }),
  /** Leases approved calls without an outcome to the caller for 30 s. */
  claim: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/claim',
    callers: ['gateway'],
    body: z.strictObject({}),
    response: z.object({ calls: z.array(ApprovedCall) }),
  }),
  /** Stores the outcome; `failure` is the reason of a rejection. `isFirst`: there was no outcome before. */
  finish: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/finish',
    callers: ['gateway'],
    changes: true,
    body: z.strictObject({
      approvalId: z.string(),
      failure: z.object({ message: z.string(), reason: z.string().optional() }).optional(),
    }),
    response: z.object({ approval: Approval, isFirst: z.boolean() }),
  }),
}
