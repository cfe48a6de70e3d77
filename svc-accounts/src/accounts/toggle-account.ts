import type { AccountRole } from '@cascade/contracts'
import { conflict } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import { accountTexts } from '../texts'
import { requireManager } from './access'
import { isSelf } from './account'
import { changeAccount } from './change-account'
import { decideAgain } from './decide-again'
import { editOf } from './edit-account'
import { findAccount } from './find-account'

export type ToggleAction = 'activate' | 'deactivate'

/**
 * Activates or deactivates an account: its wallet thaws or freezes; a deactivation ends the sessions of the account
 * and of everyone below it, whose own flags stay as they are.
 */
export async function toggleAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  id: string,
  action: ToggleAction,
  parentId?: string,
): Promise<string> {
  await requireManager(deps, ctx, role)
  await decideAgain(async () => {
    const account = await findAccount(deps, ctx.actor, role, id, parentId)
    if (action === 'deactivate' && isSelf(ctx.actor, account)) throw conflict(accountTexts.ownStatus)
    const edit = editOf(account, { userStatus: action === 'activate' })
    if (edit.changed.length === 0) return
    if (action === 'deactivate' && role === 'superadmin') await deps.accounts.requireAnotherSuperadmin()
    await changeAccount(deps, ctx, account, edit)
  })
  return `User ${id} has been successfully ${action}d.`
}
