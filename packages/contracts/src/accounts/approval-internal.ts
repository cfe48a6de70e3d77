import { z } from 'zod'
import { approvalOperations } from '../approval'
import { internalCall } from '../internal'
import { ActingPerson } from '../rights'
import { Role } from '../roles'
import { Points } from '../values/points'

export const Requester = z.object({
  accountId: z.string(),
  username: z.string(),
  role: Role,
  sessionId: z.string(),
  ipAddress: z.string(),
  person: ActingPerson.optional(),
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

/** Calls of the gateway, which asks for approvals. */
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
}
