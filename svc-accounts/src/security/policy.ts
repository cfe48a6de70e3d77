import { type Role, treeRoles } from '@cascade/contracts'
import { policyTexts, type SecurityPolicy } from '@cascade/contracts/accounts'
import { type Call, conflict, etagOf, invalid, parseStaleVersion, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../accounts/read-account'
import type { AccountsDeps } from '../deps'
import { factorRuleOf, type StoredPolicy } from '../policy/policy-store'

export async function readPolicy(deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'superadmin.manage')
  const stored = await deps.policy.read()
  ctx.setHeader('ETag', etagOf(stored))
  return { data: stored.policy }
}

/** @throws AppError VALIDATION for a policy under which nobody could act any more, CONFLICT for a stale version */
export async function changePolicy(deps: AccountsDeps, { ctx, input }: Call<SecurityPolicy>) {
  requirePermission(ctx, 'superadmin.manage')
  await requireActor(deps, ctx)
  const before = await deps.policy.read()
  if (parseStaleVersion(ctx.ifMatch, before) !== undefined) {
    throw conflict('The policy has just changed. Please read it again.')
  }
  const now = deps.now()
  const { requiredSince: _, ...rest } = before
  const after = { ...rest, version: before.version + 1, policy: input, requiredSince: {} }
  const stored: StoredPolicy = { ...after, requiredSince: requiredSinceOf(before, after, now) }
  if (input.idleMinutes !== before.policy.idleMinutes) stored.idleSince = now
  await requireAbleSuperadmin(deps, input)
  await deps.policy.replace(before, stored)
  ctx.setHeader('ETag', etagOf(stored))
  return { data: input }
}

/** Days of grace begin anew for a role that did not need a factor before. */
function requiredSinceOf(before: StoredPolicy, after: StoredPolicy, now: Date): StoredPolicy['requiredSince'] {
  const required = treeRoles.filter(role => factorRuleOf(after, role) === 'required')
  return Object.fromEntries(required.map((role): [Role, Date] => [role, before.requiredSince[role] ?? now]))
}

async function requireAbleSuperadmin(deps: AccountsDeps, { secondFactor, graceDays, approvals }: SecurityPolicy) {
  const superadmins = await deps.accounts.activeSuperadminIds()
  if (superadmins.length < 2 && approvals.some(({ operation }) => operation === 'credit.issue'))
    throw invalid(policyTexts.onlySuperadmin, 'approvals')
  if (secondFactor.superadmin !== 'required' || graceDays > 0) return
  if ((await deps.factors.ownersAmong(superadmins)).size === 0) throw invalid(policyTexts.lockout, 'secondFactor')
}
