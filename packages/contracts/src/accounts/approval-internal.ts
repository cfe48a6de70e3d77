import { z } from 'zod'
import { approvalOperations } from '../approval'
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

/** An approved call, to be executed with the rights of `actor` and the id as its `Idempotency-Key`. */
const ApprovalOrder = z.object({ ...callShape, approvalId: z.string(), actor: Requester, approvedBy: z.string() })
export type ApprovalOrder = z.infer<typeof ApprovalOrder>

/** Calls of the gateway, which asks for approvals and executes approved calls. */
export const approvalInternal = {
  /**
   * Checks password and scope of a call and stores it where the policy asks for a second person; the same key and
   * requester get the same id. Without an `approvalId` in the response the call needs none.
   */
  request: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals',
    callers: ['gateway'],
    body: z.strictObject({
      ...callShape,
      actor: Requester,
      permission: z.string(),
      key: z.string(),
      password: z.string().optional(),
      operation: z.enum(approvalOperations),
      amount: Points.optional(),
      accountId: z.string().optional(),
      note: z.string().optional(),
    }),
    response: z.object({ approvalId: z.string().optional() }),
    bodyBytesMax: 1024 * 1024,
  }),
  /** Decides in favour; without an `order` the requester lost the rights. */
  approve: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/approve',
    callers: ['gateway'],
    body: z.strictObject({ approvalId: z.string(), actor: Requester }),
    response: z.object({ approval: Approval, order: ApprovalOrder.optional() }),
  }),
  /** Leases approved calls without an outcome to the caller for 30 s. */
  claim: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/claim',
    callers: ['gateway'],
    body: z.strictObject({}),
    response: z.object({ orders: z.array(ApprovalOrder) }),
  }),
  /** Stores the outcome; `failure` is the reason of a rejection. `isFirst`: there was no outcome before. */
  finish: internalCall({
    domain: 'accounts',
    method: 'POST',
    path: '/approvals/finish',
    callers: ['gateway'],
    body: z.strictObject({ approvalId: z.string(), status: z.number().int(), failure: z.string().optional() }),
    response: z.object({ approval: Approval, isFirst: z.boolean() }),
  }),
}
