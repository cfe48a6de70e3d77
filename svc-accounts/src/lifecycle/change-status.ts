import { type Call, conflict, requirePermission } from '@cascade/service-kit'
import { type Account, isSelf } from '../accounts/account'
import { findAccount, requireActor, type Target } from '../accounts/find-account'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { accountTexts } from '../accounts/texts'
import type { AccountsDeps } from '../deps'
import { requireApprovalFor, writeChange } from './change-account'
import { buildEdit, planChange } from './plan-change'

type Toggle = Target & { action: 'activate' | 'deactivate' }

/**
 * Activates or deactivates an account and unfreezes or freezes its wallet. A deactivation ends the sessions of the whole
 * subtree; the status of descendants stays unchanged.
 */
export async function toggleAccount(deps: AccountsDeps, { ctx, input }: Call<Toggle>) {
  await changeStatus(deps, { ctx, input })
  return { message: `User ${input.id} has been successfully ${input.action}d.` }
}

/**
 * @param check rejects the change of the account as it is now
 * @returns the account with its status
 */
export async function changeStatus(
  deps: AccountsDeps,
  { ctx, input }: Call<Toggle>,
  check?: (account: Account) => void,
): Promise<{ account: Account; changed: boolean }> {
  const { role, action } = input
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  return retryOnConflict(async () => {
    const found = await findAccount(deps, ctx.actor, input)
    if (action === 'deactivate' && isSelf(ctx.actor, found)) throw conflict(accountTexts.ownStatus)
    check?.(found)
    const change = planChange(found, buildEdit(found, { userStatus: action === 'activate' }))
    if (change) await requireApprovalFor(deps, ctx, found, { userStatus: action === 'activate' })
    if (change && action === 'deactivate' && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    if (change) await writeChange(deps, ctx, change)
    return { account: change?.after ?? found, changed: change !== undefined }
  })
}
