import { z } from 'zod'
import { amountOperations, approvalOperations } from '../approval'
import { auditAs } from '../audit'
import { endpoint, responseOf } from '../define'
import type { ExamplesOf } from '../example'
import { treeRoles } from '../roles'
import { amountMax, toPoints, withTwoDecimals } from '../values/points'

/** `off`: no one is asked; `optional`: accounts with a factor are asked; `required`: every account needs one. */
export const factorRules = ['off', 'optional', 'required'] as const

/** An operation that needs a second person: always, or from `above` points on, inclusive. */
const ApprovalRule = z
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
  /** Rule of each role; a role that is not named is `off`. */
  secondFactor: z.partialRecord(z.enum(treeRoles), z.enum(factorRules)),
  /** Days that an account has to add its first factor once its role needs one. */
  graceDays: z.number().int().min(0).max(90),
  /** Minutes without a call after which a session ends; null: only after its 30 minutes. */
  idleMinutes: z.number().int().min(1).max(1440).nullable(),
  /** Open sessions per account; a further sign-in ends the oldest one. null: no limit. */
  sessionsPerAccount: z.number().int().min(1).max(100).nullable(),
  /** A password that another user has set must be replaced at the first sign-in. */
  temporaryPasswords: z.boolean(),
  approvals: z
    .array(ApprovalRule)
    .refine(rules => new Set(rules.map(({ operation }) => operation)).size === rules.length, 'Named twice'),
}

/** Rules of sign-in and authority for the whole installation. */
export const SecurityPolicy = z.strictObject(policyShape)
export type SecurityPolicy = z.infer<typeof SecurityPolicy>

export const defaultPolicy: SecurityPolicy = {
  secondFactor: {},
  graceDays: 7,
  idleMinutes: null,
  sessionsPerAccount: null,
  temporaryPasswords: false,
  approvals: [],
}

export const policyTexts = {
  lockout: 'No superadmin has a second factor, so without days of grace no superadmin could act.',
  onlySuperadmin: 'Only another superadmin could approve the issue of points, and there is none.',
} as const

export const policyApi = {
  read: endpoint({
    id: 'accounts.policy.read',
    domain: 'accounts',
    route: 'GET /security/policy',
    permission: 'superadmin.manage',
    summary: 'The rules of sign-in; the `ETag` is their version',
    response: responseOf(SecurityPolicy),
  }),
  change: endpoint({
    id: 'accounts.policy.change',
    domain: 'accounts',
    route: 'PUT /security/policy',
    permission: 'superadmin.manage',
    stepUp: 'always',
    audit: auditAs('Security policy changed', 'changed the security policy'),
    summary: 'Change the rules of sign-in; with `If-Match`, only if they have not changed since',
    body: SecurityPolicy,
    response: responseOf(SecurityPolicy),
  }),
}

export const policyExamples = (): ExamplesOf<typeof policyApi> => {
  const data: SecurityPolicy = {
    ...defaultPolicy,
    secondFactor: { superadmin: 'required', admin: 'optional' },
    approvals: [{ operation: 'credit.issue' }, { operation: 'credit.transfer', above: 10_000 }],
  }
  return { fields: { data }, change: { body: data } }
}
