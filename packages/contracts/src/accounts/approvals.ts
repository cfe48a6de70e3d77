import { z } from 'zod'
import { approvalOperations, waitingText } from '../approval'
import { type AuditFormatter, asPoints } from '../audit'
import { CallerQuery, endpoint, IdParams, ListQuery, listResponseOf, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { Points } from '../values/points'
import { freeText } from '../values/text'

/** Time to decide, in hours. */
export const approvalHours = 24
/** Maximum open approvals per requester. */
export const openApprovalsMax = 200

export const approvalStates = ['open', 'approved', 'declined', 'withdrawn', 'expired', 'failed'] as const

export const approvalTexts = {
  waiting: waitingText,
  decided: 'This request has already been decided.',
  tooMany: `${openApprovalsMax} of your requests are waiting already. Please withdraw some, or wait.`,
  rightsLost: 'The user who asked for it is no longer allowed to do it.',
  unknownOutcome: 'No answer arrived. Please check whether it was done.',
  noDecider:
    'Nobody could approve this: it takes another person above you who has not created your account, set its password or removed its factors within 30 days.',
  samePerson:
    'You have created this account, set its password or removed its factors within 30 days: another person decides.',
  drawNeeded: 'A second person decides about this. Please name the draw.',
  drawOver: 'It is too late to change this draw.',
  ended: 'A second person was asked and has not approved it in time. Please make a new request.',
  running: 'Approved. It is being carried out.',
  approved: 'Approved and done.',
  failed: 'Approved, but it could not be done.',
  declined: 'Declined.',
  withdrawn: 'Withdrawn.',
} as const

/**
 * A call that waits for a second person, or waited for one. `by`, `approvedBy` and `declinedBy` are usernames. A failed
 * one can be approved again until it ends. More operations may be added.
 */
export const Approval = z.object({
  _id: z.string(),
  operation: z.enum(approvalOperations),
  state: z.enum(approvalStates),
  by: z.string(),
  /** Name of the account that it is about. */
  object: z.string(),
  /** Other values of the call by field, e.g. the result; those of an account `before → after`. */
  details: z.record(z.string(), z.string()),
  amount: Points.optional(),
  /** Balance of the object now, and after the approval. */
  balance: z.object({ before: Points, after: Points }).optional(),
  /** The account that pays, its balance, and the points that other open requests would take from it. */
  payer: z.object({ username: z.string(), balance: Points, waiting: Points }).optional(),
  /** The requester's note. */
  note: z.string().optional(),
  createdAt: z.iso.datetime(),
  endsAt: z.iso.datetime(),
  /** Why it was declined or failed; `reasonCode` is the reason of the rejection, e.g. `INSUFFICIENT`. */
  reason: z.string().optional(),
  reasonCode: z.string().optional(),
  approvedBy: z.string().optional(),
  declinedBy: z.string().optional(),
  /** The caller asked for it and may withdraw it. */
  isOwn: z.boolean(),
  /** The caller may approve or decline it. */
  mayDecide: z.boolean(),
  /** Usernames of some who may decide, while it is open. */
  deciders: z.array(z.string()).optional(),
})
export type Approval = z.infer<typeof Approval>

/** The response 202 of a call that now waits for a second person. */
export const ApprovalPending = z.object({
  success: z.literal(true),
  message: z.literal(approvalTexts.waiting),
  data: z.object({ approvalId: z.string() }),
})

/** `enrolmentCode`: of approved removed factors, for the approver to hand over. */
const ApprovedResponse = responseOf(Approval, { enrolmentCode: z.string().optional() })

/** svc-accounts, which knows the request, words its log entry with it. */
const auditDecision =
  (subject: string, verb: string): AuditFormatter =>
  ({ body: { by, operation, amount } }) => ({
    subject,
    does:
      by === undefined
        ? `${verb} a request`
        : `${verb} a request of ${by} (${operation}): ${amount === undefined ? '' : '{amount}, '}{object}`,
    amount: asPoints(amount),
  })

const decision = {
  domain: 'accounts',
  permission: 'approvals.decide',
  params: IdParams,
  response: responseOf(Approval),
} as const

export const approvalApi = {
  list: endpoint({
    id: 'accounts.approval.list',
    domain: 'accounts',
    route: 'GET /approvals',
    permission: 'approvals.decide',
    summary: "The caller's own requests and those that the caller may decide, newest first",
    query: z.strictObject({
      ...CallerQuery.shape,
      page: ListQuery.shape.page,
      size: ListQuery.shape.size,
      state: z.enum(approvalStates).optional(),
    }),
    response: listResponseOf(Approval),
  }),
  approve: endpoint({
    ...decision,
    id: 'accounts.approval.approve',
    route: 'POST /approvals/:id/approve',
    stepUp: 'factor',
    response: ApprovedResponse,
    audit: auditDecision('Request approved', 'approved'),
    summary: 'Approve a request of another person: it is executed once, with the rights that the requester has now',
    errors: ['NOT_FOUND', 'CONFLICT'],
  }),
  decline: endpoint({
    ...decision,
    id: 'accounts.approval.decline',
    route: 'POST /approvals/:id/decline',
    stepUp: 'factor',
    audit: auditDecision('Request declined', 'declined'),
    summary: 'Decline a request of another person',
    body: z.strictObject({ reason: freeText('Please give a reason.').min(3, 'Please give a reason.').max(200) }),
  }),
  withdraw: endpoint({
    ...decision,
    id: 'accounts.approval.withdraw',
    route: 'DELETE /approvals/:id',
    right: 'any',
    audit: auditDecision('Request withdrawn', 'withdrew'),
    summary: 'Withdraw an own request that is still open',
  }),
}

export const approvalExample: Approval = {
  _id: 'id-approval',
  operation: 'credit.transfer',
  state: 'open',
  by: 'admin1',
  object: 'superareamanager1',
  details: {},
  amount: 50_000,
  balance: { before: 1_200, after: 51_200 },
  createdAt: '2026-01-05T10:00:00.000Z',
  endsAt: '2026-01-06T10:00:00.000Z',
  payer: { username: 'admin1', balance: 80_000, waiting: 50_000 },
  isOwn: false,
  mayDecide: true,
  deciders: ['superadmin'],
}

export const approvalExamples = (): ExamplesOf<typeof approvalApi> => {
  const decided = { ...approvalExample, balance: undefined }
  return {
    fields: { id: approvalExample._id, reason: 'Not agreed' },
    list: { query: { state: 'open', page: 1, size: 10 }, response: { data: [approvalExample] } },
    approve: {
      response: { message: approvalTexts.approved, data: { ...decided, state: 'approved', approvedBy: 'superadmin' } },
    },
    decline: {
      response: {
        message: approvalTexts.declined,
        data: { ...decided, state: 'declined', reason: 'Not agreed', declinedBy: 'superadmin' },
      },
    },
    withdraw: { response: { message: approvalTexts.withdrawn, data: { ...decided, state: 'withdrawn', isOwn: true } } },
  }
}
