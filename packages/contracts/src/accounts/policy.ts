import { z } from 'zod'
import { accountApproval, amountOperations, approvalOperations } from '../approval'
import { auditAs } from '../audit'
import { endpoint, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { treeRoles } from '../roles'
import { amountMax, toPoints, withTwoDecimals } from '../values/points'

/** `off`: no one can add a factor; `optional`: accounts may have one; `required`: every account needs one. */
export const factorRules = ['off', 'optional', 'required'] as const

/** An operation that needs a second person: always, or from `above` points on, inclusive. */
export const ApprovalRule = z
  .strictObject({
    operation: z.enum(approvalOperations),
    above: withTwoDecimals(z.number().min(0.01).max(toPoints(amountMax))).optional(),
  })
  .refine(({ operation, above }) => above === undefined || amountOperations.includes(operation), {
    message: 'This operation has no amount.',
    path: ['above'],
  })
export type ApprovalRule = z.infer<typeof ApprovalRule>

const policyShape = {
  /** Rule of each role. An account with a factor is always asked for it. */
  secondFactor: z.record(z.enum(treeRoles), z.enum(factorRules)),
  /** Days that an account has to add its first factor once its role needs one; a newer account has none. */
  graceDays: z.number().int().min(0).max(90),
  /** Minutes without a call after which a session ends; null: only after its 30 minutes. */
  idleMinutes: z.number().int().min(1).max(1440).nullable(),
  /** Open sessions per account; a further sign-in ends the oldest one. null: no limit. */
  sessionsPerAccount: z.number().int().min(1).max(100).nullable(),
  /** A password that another user has set must be replaced at the first sign-in. */
  temporaryPasswords: z.boolean(),
  /** Calls that create or open a way in need a step-up, too. */
  strict: z.boolean(),
  /** Hours after a draw in which a correction can be requested and approved. */
  correctionHours: z.number().int().min(1).max(8_760),
  approvals: z
    .array(ApprovalRule)
    .refine(rules => new Set(rules.map(({ operation }) => operation)).size === rules.length, 'Named twice'),
}

/** Rules of sign-in and authority for the whole installation. */
export const SecurityPolicy = z.strictObject(policyShape)
export type SecurityPolicy = z.infer<typeof SecurityPolicy>

/** A change: fields and roles that are left out keep their value. */
export const PolicyChange = SecurityPolicy.extend({
  secondFactor: z.partialRecord(z.enum(treeRoles), z.enum(factorRules)),
}).partial()
export type PolicyChange = z.infer<typeof PolicyChange>

export const defaultPolicy: SecurityPolicy = {
  secondFactor: {
    superadmin: 'optional',
    admin: 'optional',
    superareamanager: 'optional',
    areamanager: 'optional',
    master: 'optional',
    player: 'optional',
  },
  graceDays: 7,
  idleMinutes: null,
  sessionsPerAccount: 10,
  temporaryPasswords: false,
  strict: false,
  correctionHours: 24,
  approvals: [],
}

export const policyTexts = {
  lockout: 'No superadmin has a second factor, so without days of grace no superadmin could act.',
  onlySuperadmin: 'Only another superadmin could approve the issue of points, and there is none.',
  aloneNote:
    'There is one superadmin only: nobody could approve what it asks for, and changes of these rules and of superadmins need no second person.',
  hasFactors: '{count} accounts of this role have a second factor. Remove those first.',
} as const

const PolicyResponse = responseOf(SecurityPolicy, { notes: z.array(z.string()) })

export const policyApi = {
  read: endpoint({
    id: 'accounts.policy.read',
    domain: 'accounts',
    route: 'GET /security/policy',
    permission: 'policy.manage',
    summary: 'The rules of sign-in and approvals; the `ETag` is their version, `notes` says which rules cannot work',
    response: PolicyResponse,
  }),
  change: endpoint({
    id: 'accounts.policy.change',
    domain: 'accounts',
    route: 'PUT /security/policy',
    permission: 'policy.manage',
    stepUp: 'factor',
    approval: accountApproval('policy'),
    audit: auditAs('Security policy changed', 'changed the security policy'),
    summary: 'Change rules of sign-in and approvals; with `If-Match`, only if they have not changed since',
    body: PolicyChange,
    response: PolicyResponse,
  }),
}

export const policyExamples = (): ExamplesOf<typeof policyApi> => {
  const data: SecurityPolicy = {
    ...defaultPolicy,
    secondFactor: { ...defaultPolicy.secondFactor, superadmin: 'required' },
    approvals: [{ operation: 'credit.issue' }, { operation: 'credit.transfer', above: 10_000 }],
  }
  const { secondFactor, approvals } = data
  return {
    fields: { data, notes: [] },
    change: { body: { secondFactor: { superadmin: secondFactor.superadmin }, approvals } },
  }
}
