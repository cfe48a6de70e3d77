import type { AccountsDeps, Ctx } from '../deps'
import { endSessionsBelow, endSessionsOf } from '../sessions/end-sessions'
import type { Account } from './account'
import { accountEvent, type Change } from './account-events'
import { orDuplicate, superadminCountWrite } from './account-store'
import { accountWrites, eventWrite, evolved, secretsWrite, type Write } from './account-writes'
import type { Edit } from './edit-account'
import { type Move, moveWrites } from './move-account'

export type AccountChange = Edit & {
  secrets?: { password?: string; pin?: string }
  move?: Move
}

/**
 * Writes one decided change of an account, with its events, at once. A change of place or status goes through the
 * ledger's lane: transfers that were authorised before it are refused after it.
 * @throws AccountMoved or LedgerRefusal PRECONDITION_FAILED when the account is no longer what it was decided on.
 */
export async function changeAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  before: Account,
  change: AccountChange,
): Promise<Account> {
  const { secrets, move } = change
  const statusChanged = change.set.active !== undefined
  const touchesScope = statusChanged || move !== undefined
  const set = {
    ...change.set,
    ...(move ? { parentId: move.to._id, line: move.line } : {}),
    ...(touchesScope ? { scopeVersion: before.scopeVersion + 1 } : {}),
    ...(secrets?.password === undefined ? {} : { passwordVersion: before.passwordVersion + 1 }),
  }
  const after = evolved(before, set, change.changed)
  const kind: Change = statusChanged ? 'statusChanged' : 'updated'
  const writes: Write[] = [
    ...accountWrites(deps.db, before, after),
    eventWrite(deps.db, accountEvent(kind, after, ctx)),
    ...(secrets ? [secretsWrite(deps.db, before._id, secrets)] : []),
    ...(statusChanged && before.role === 'superadmin' ? [superadminCountWrite(deps.db, after.active ? 1 : -1)] : []),
    ...(move ? moveWrites(deps.db, before, move) : []),
  ]
  if (touchesScope) {
    const status = statusChanged ? { status: after.active ? ('active' as const) : ('frozen' as const) } : {}
    await orDuplicate(deps.ledger.change({ walletId: before._id, ...status, also: writes }))
  } else {
    await deps.commit(writes)
  }
  if (statusChanged && !after.active) await endSessionsBelow(deps, ctx, after, 'deactivated')
  if (secrets?.password !== undefined) await endSessionsOf(deps, ctx, [after._id], 'password changed')
  return after
}
