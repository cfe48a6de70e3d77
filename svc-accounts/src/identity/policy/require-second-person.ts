import { type ApprovalOperation, authorityOperations, type Role, requestersOf, toPoints } from '@cascade/contracts'
import { approvalTexts } from '@cascade/contracts/accounts'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'

type Need = {
  operation: ApprovalOperation
  /** Hundredths. */
  amount?: bigint | undefined
  /** Whose wallet pays. */
  payerId?: string
  /** Text for the second person, by field. */
  details?: Readonly<Record<string, string>>
}

/** Makes the gateway store the call for a second person, with the details in `errors`. */
export const approvalNeeded = ({ operation, amount, payerId, details }: Need) =>
  new AppError('FORBIDDEN', approvalTexts.waiting, {
    reason: 'APPROVAL_NEEDED',
    errors: {
      ...details,
      operation,
      ...(amount !== undefined && { amount: String(toPoints(amount)) }),
      ...(payerId !== undefined && { payerId }),
    },
  })

type NeedDeps = Pick<AccountsDeps, 'accounts' | 'policy'>

/**
 * For a call of svc-accounts that the policy may leave to a second person. Rules with an amount are the ledger's.
 * @param newRole role of the accounts that it creates
 * @throws AppError FORBIDDEN, reason APPROVAL_NEEDED
 */
export async function requireSecondPerson(
  deps: NeedDeps,
  { actor }: Pick<Ctx, 'actor'>,
  need: Need,
  newRole?: Role,
): Promise<void> {
  if (actor.approvalId !== undefined) return
  const rules = (await deps.policy.read()).policy.approvals.map(({ operation }) => operation)
  const isNeeded = authorityOperations.includes(need.operation)
    ? isAuthorityRuled(rules, newRole) && !(await isOnlySuperadmin(deps, actor))
    : rules.includes(need.operation)
  if (isNeeded) throw approvalNeeded(need)
}

/**
 * Changes of authority need a second person under any rule; a creation only if the new account could request or approve
 * under one.
 */
function isAuthorityRuled(rules: readonly ApprovalOperation[], newRole: Role | undefined): boolean {
  if (newRole === undefined) return rules.length > 0
  const isRuled = (operation: ApprovalOperation) =>
    operation === 'account.create' ||
    (!authorityOperations.includes(operation) && requestersOf(operation).includes(newRole))
  return rules.some(isRuled)
}

/** Without a second superadmin, no one could approve its requests. */
const isOnlySuperadmin = async ({ accounts }: Pick<AccountsDeps, 'accounts'>, { role }: { role: Role }) =>
  role === 'superadmin' && (await accounts.activeSuperadminIds()).length < 2
