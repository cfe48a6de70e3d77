import type { Ctx } from '@cascade/service-kit'
import { secretsWrite } from '../../credentials/credential-store'
import type { AccountsDeps } from '../../deps'
import type { SideWrite } from '../../ledger'
import type { AccountChange } from '../rules/account-change'
import { accountEvent } from '../rules/account-event'
import { changedLine } from '../rules/account-history'
import { orDuplicate } from '../store/account-store'
import { accountWrites, eventWrites, reparentWrites, superadminCountWrite } from '../store/account-writes'
import { historyWrite } from '../store/history-store'

/**
 * Writes a decided change of an account, with its events and with the end of the sessions that it ends, at once. A
 * change of place or status goes through the ledger: transfers that were authorised before it are refused after it.
 * @throws StaleAccount or LedgerRefusal PRECONDITION_FAILED when the account is no longer what it was decided on.
 */
export async function writeChange(deps: AccountsDeps, ctx: Ctx, change: AccountChange): Promise<void> {
  const { before, after, secrets, reparenting, touchesScope, statusChanged } = change
  const signedOut = await signedOutBy(deps, change)
  const ending = await deps.sessions.endingAll(signedOut, { reason: reasonOf(change), by: ctx })
  const writes: SideWrite[] = [
    ...accountWrites(before, after),
    ...eventWrites([accountEvent(statusChanged ? 'statusChanged' : 'updated', after, ctx)]),
    historyWrite(changedLine(change, ctx, deps.now())),
    ...(secrets ? [secretsWrite(before._id, secrets)] : []),
    ...(statusChanged && before.role === 'superadmin' ? [superadminCountWrite(after.active ? 1 : -1)] : []),
    ...(reparenting
      ? reparentWrites(before, reparenting, { isLarge: await deps.moves.isLarge(before), at: deps.now() })
      : []),
    ...ending.writes,
  ]
  if (touchesScope) {
    const status = statusChanged ? { status: after.active ? ('active' as const) : ('frozen' as const) } : {}
    await orDuplicate(deps.ledger.change({ walletId: before._id, ...status, sideWrites: writes }))
  } else {
    await deps.commit(writes)
  }
  deps.passwords.forget(ending.sessionIds)
}

/**
 * Whom a change signs out: a suspension the account and everyone below it, an activation too, so that no session that
 * slipped in meanwhile comes back to life; a new password the account itself.
 */
async function signedOutBy(deps: AccountsDeps, { before, secrets, statusChanged }: AccountChange): Promise<string[]> {
  if (statusChanged) {
    return [before._id, ...(await deps.accounts.idsBelow(before, await deps.sessions.signedInIds()))]
  }
  return secrets?.password === undefined ? [] : [before._id]
}

const reasonOf = ({ after, statusChanged }: AccountChange) => {
  if (!statusChanged) return 'password changed'
  return after.active ? 'activated' : 'deactivated'
}
