import { type Ask, conflict, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import { findAccount, type Target } from '../read/find-account'
import { requireActor } from '../read/require-actor'
import { isSelf } from '../rules/account'
import { changeOf } from '../rules/account-change'
import { editOf } from '../rules/edit-account'
import { retryOnConflict } from '../store/retry-on-conflict'
import { writeChange } from './write-change'

type Toggle = Target & { action: 'activate' | 'deactivate' }

/**
 * Activates or deactivates an account: its wallet thaws or freezes; a deactivation ends the sessions of the account
 * and of everyone below it, whose own flags stay as they are.
 */
export async function toggleAccount(deps: AccountsDeps, { ctx, input }: Ask<Toggle>) {
  const { role, id, action } = input
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  return retryOnConflict(async () => {
    const found = await findAccount(deps, ctx.actor, input)
    if (action === 'deactivate' && isSelf(ctx.actor, found)) throw conflict(accountTexts.ownStatus)
    const change = changeOf(found, editOf(found, { userStatus: action === 'activate' }))
    if (change && action === 'deactivate' && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    if (change) await writeChange(deps, ctx, change)
    return { message: `User ${id} has been successfully ${action}d.` }
  })
}
