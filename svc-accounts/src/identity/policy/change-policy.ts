import { type Role, roleLabels, type TreeRole, treeRoles } from '@cascade/contracts'
import {
  type ApprovalRule,
  type PolicyChange,
  policyApi,
  policyTexts,
  type SecurityPolicy,
} from '@cascade/contracts/accounts'
import type { LoggedChange } from '@cascade/contracts/gateway'
import { type Call, conflict, etagOf, invalid, parseStaleVersion, requirePermission } from '@cascade/service-kit'
import { requireActor } from '../../accounts/find-account'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { factorRuleOf, type StoredSecurityPolicy } from './policy-store'
import { requireSecondPerson } from './require-second-person'

export async function readPolicy(deps: AccountsDeps, { ctx }: Call) {
  requirePermission(ctx, 'policy.manage')
  const stored = await deps.policy.read()
  ctx.setHeader('ETag', etagOf(stored))
  return { data: stored.policy, notes: await notesOn(deps, stored.policy) }
}

/** @throws AppError VALIDATION for a policy that locks users out, CONFLICT for a stale version */
export async function changePolicy(deps: AccountsDeps, { ctx, input }: Call<PolicyChange>) {
  requirePermission(ctx, 'policy.manage')
  await requireActor(deps, ctx)
  const before = await deps.policy.read()
  const { approvalId } = ctx.actor
  const isDone = approvalId !== undefined && approvalId === before.approvalId
  if (!isDone && parseStaleVersion(ctx.ifMatch, before) !== undefined) {
    throw conflict('The policy has just changed. Please read it again.')
  }
  const secondFactor = { ...before.policy.secondFactor, ...input.secondFactor }
  const policy: SecurityPolicy = { ...before.policy, ...withoutUndefined(input), secondFactor }
  const changes = changesOf(before.policy, policy)
  if (changes.length > 0) {
    await requireWorkable(deps, before.policy, policy)
    const details = Object.fromEntries(changes.map(each => [each.field, `${each.before} → ${each.after}`]))
    await requireSecondPerson(deps, ctx, { operation: 'policy', details })
  }
  const stored = isDone || changes.length === 0 ? before : toStored(before, policy, { now: deps.now(), approvalId })
  const record = authorityWrite(ctx, { endpoint: policyApi.change, at: deps.now(), changes })
  if (stored !== before) {
    await deps.transaction(async tx => {
      await deps.policy.replace(before, stored, tx)
      await deps.write([record], tx)
    })
  }
  ctx.setHeader('ETag', etagOf(stored))
  return { data: stored.policy, notes: await notesOn(deps, stored.policy) }
}

const withoutUndefined = (change: PolicyChange) =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

type Writing = { now: Date; approvalId: string | undefined }

function toStored(
  before: StoredSecurityPolicy,
  policy: SecurityPolicy,
  { now, approvalId }: Writing,
): StoredSecurityPolicy {
  const { requiredSince, idleSince, approvalId: _former, ...rest } = before
  const after = { ...rest, version: before.version + 1, policy, requiredSince: {} }
  const isIdleChanged = policy.idleMinutes !== before.policy.idleMinutes
  return {
    ...after,
    requiredSince: requiredSinceOf(before, after, now),
    ...(isIdleChanged ? { idleSince: now } : idleSince && { idleSince }),
    ...(approvalId !== undefined && { approvalId }),
  }
}

/** Days of grace begin again for a role that did not need a factor before. */
function requiredSinceOf(
  before: StoredSecurityPolicy,
  after: StoredSecurityPolicy,
  now: Date,
): StoredSecurityPolicy['requiredSince'] {
  const required = treeRoles.filter(role => factorRuleOf(after, role) === 'required')
  return Object.fromEntries(required.map((role): [Role, Date] => [role, before.requiredSince[role] ?? now]))
}

/** Changed fields with both values: factor rules by role, approval rules as one list. */
function changesOf(before: SecurityPolicy, after: SecurityPolicy): LoggedChange[] {
  const flat = ({ secondFactor, approvals, ...rest }: SecurityPolicy): Record<string, LoggedChange['before']> => ({
    ...rest,
    ...Object.fromEntries(treeRoles.map(role => [`second factor of ${roleLabels[role]}`, secondFactor[role]])),
    approvals: approvals
      .map(({ operation, above }) => `${operation}${above === undefined ? '' : ` from ${above}`}`)
      .join(', '),
  })
  const [old, current] = [flat(before), flat(after)]
  return Object.keys(current)
    .filter(field => old[field] !== current[field])
    .map(field => ({ field, before: old[field] ?? null, after: current[field] ?? null }))
}

/** @throws AppError VALIDATION or CONFLICT for a policy that locks users out */
async function requireWorkable(
  deps: AccountsDeps,
  before: SecurityPolicy,
  { secondFactor, graceDays, approvals }: SecurityPolicy,
) {
  const superadmins = await deps.accounts.activeSuperadminIds()
  const rules = ({ operation }: ApprovalRule) => operation === 'credit.issue'
  if (superadmins.length < 2 && approvals.some(rules) && !before.approvals.some(rules))
    throw invalid(policyTexts.onlySuperadmin, 'approvals')
  for (const role of treeRoles) {
    if (secondFactor[role] === 'off' && before.secondFactor[role] !== 'off') await requireNoFactors(deps, role)
  }
  if (secondFactor.superadmin !== 'required' || graceDays > 0) return
  if ((await deps.factors.ownersAmong(superadmins)).size === 0) throw invalid(policyTexts.lockout, 'secondFactor')
}

/** Sign-in would still ask for existing factors, which their owners could no longer replace. */
async function requireNoFactors(deps: AccountsDeps, role: TreeRole): Promise<void> {
  let count = 0
  for await (const ids of deps.factors.ownersInChunks())
    count += (await deps.accounts.findMany(ids)).filter(account => account.role === role && !account.deleted).length
  if (count > 0) throw conflict(policyTexts.hasFactors.replace('{count}', String(count)))
}

/** What the rules cannot do in this installation. */
async function notesOn({ accounts }: AccountsDeps, { approvals }: SecurityPolicy): Promise<string[]> {
  const isAlone = (await accounts.activeSuperadminIds()).length < 2
  return isAlone && approvals.length > 0 ? [policyTexts.aloneNote] : []
}
