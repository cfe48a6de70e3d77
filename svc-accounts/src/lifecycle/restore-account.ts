import { isSideRole } from '@cascade/contracts'
import { type Call, type Ctx, conflict, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import { type Account, accountEvent, ancestryBelow, orderOfUsername, withChanges } from '../accounts/account'
import { mapDuplicateErrors } from '../accounts/account-store'
import { readViewContext, restorableUntil, toAccountView } from '../accounts/account-view'
import { accountWrites, contactsOf, countWrite, emailContact, superadminCountWrite } from '../accounts/account-writes'
import { findAccount, requireActor, type Target } from '../accounts/find-account'
import { restoredHistoryWrites, restoredRow } from '../accounts/history-store'
import { retryOnConflict } from '../accounts/retry-on-conflict'
import { accountTexts } from '../accounts/texts'
import type { AccountsDeps } from '../deps'
import { requireSecondPerson } from '../identity/policy/require-second-person'
import { eventWrite } from '../ledger'

/**
 * Restores an account within 30 days after its deletion: its wallet reopens with a balance of 0, because its former balance
 * went to the parent. Contacts that other accounts use now are left out. An admin's gift, loan and otc accounts follow.
 */
export async function restoreAccount(deps: AccountsDeps, { ctx, input }: Call<Target>) {
  requirePermission(ctx, `${input.role}.manage`)
  await requireActor(deps, ctx)
  const restored = await restore(deps, ctx, input)
  const below = input.role === 'admin' ? await deps.directory.childrenOf(input.id, { deleted: true }) : []
  for (const { _id, role } of below) if (isSideRole(role)) await restore(deps, ctx, { role, id: _id })
  return restored
}

function restore(deps: AccountsDeps, ctx: Ctx, target: Target) {
  const { role } = target
  return retryOnConflict(async () => {
    const before = await findAccount(deps, ctx.actor, target, { deleted: true })
    if (!before.deletedAt) throw conflict(accountTexts.notDeleted)
    if (restorableUntil(before.deletedAt) < deps.now()) throw conflict(accountTexts.restoreTooLate)
    if (role === 'superadmin') await requireSecondPerson(deps, ctx, { operation: 'superadmin.change' })
    else await requireSecondPerson(deps, ctx, { operation: 'account.create' }, role)
    const parent = before.parentId === null ? undefined : await deps.accounts.find(before.parentId)
    if (!parent && before.parentId !== null) throw conflict(accountTexts.parentDeleted)
    // The parent may have been moved out of the actor's subtree since the deletion.
    if (parent && !isInScope(ctx.actor, parent)) throw notFound()
    const used = await usedContacts(deps, before)
    const after = withChanges(before, { ...liveAgain(before, parent), ...used }, Object.keys(used))
    const joined = await readViewContext(deps, ctx.actor, [after])
    await writeRestored(deps, ctx, { before, after, parent })
    const leftOut = Object.keys(used).join(' and ')
    const message = `${after.username} is restored.${leftOut && ` Its ${leftOut} is used by others and was left out.`}`
    return { message, data: toAccountView(after, joined) }
  })
}

const liveAgain = ({ ancestry, parentOrder, scopeVersion }: Account, parent: Account | undefined) => ({
  deleted: false,
  deletedAt: null,
  scopeVersion: scopeVersion + 1,
  ancestry: parent ? ancestryBelow(parent) : ancestry,
  parentOrder: parent ? orderOfUsername(parent) : parentOrder,
})

/** Contacts that others use now, as fields to remove. */
async function usedContacts(deps: AccountsDeps, account: Account) {
  const { email = '' } = account
  const ids = contactsOf({ ...account, deleted: false }).map(({ _id }) => _id)
  const found = ids.length === 0 ? [] : await deps.accounts.findContacts(ids)
  const fields = found.map(({ _id }) => (_id === emailContact(email) ? 'email' : 'phone'))
  return Object.fromEntries(fields.map(field => [field, undefined])) as Partial<Account>
}

type Restored = { before: Account; after: Account; parent: Account | undefined }

async function writeRestored(deps: AccountsDeps, ctx: Ctx, { before, after, parent }: Restored): Promise<void> {
  const at = deps.now()
  const { _id, active, role } = after
  const request = {
    walletId: _id,
    status: active ? ('active' as const) : ('frozen' as const),
    reopen: true as const,
    sideWrites: [
      ...accountWrites(before, after),
      eventWrite(accountEvent('updated', after, ctx), at),
      ...restoredHistoryWrites(restoredRow(after, ctx, at), _id),
      ...(parent ? [countWrite(after, parent, 1)] : []),
      ...(role === 'superadmin' && active ? [superadminCountWrite(1)] : []),
    ],
  }
  await mapDuplicateErrors(deps.ledger.change(request))
}
