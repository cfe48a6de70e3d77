import { type Ctx, tellChanges } from '@cascade/service-kit'
import { secretsWrite } from '../../credentials/credential-store'
import type { AccountsDeps } from '../../deps'
import type { SideWrite } from '../../ledger'
import type { Account } from '../rules/account'
import type { AccountChange } from '../rules/account-change'
import { accountEvent } from '../rules/account-event'
import { changedLine, type FieldChange } from '../rules/account-history'
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
  const why = { reason: reasonOf(change), by: ctx }
  const signsOut = statusChanged || secrets?.password !== undefined
  if (statusChanged && after.active) await endBelow(deps, before, why)
  const ending = await deps.sessions.endingAll(signsOut ? [before._id] : [], why)
  const line = changedLine(change, ctx, deps.now())
  const writes: SideWrite[] = [
    ...accountWrites(before, after),
    ...eventWrites([accountEvent(statusChanged ? 'statusChanged' : 'updated', after, ctx)]),
    historyWrite(line),
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
  if (statusChanged && !after.active) await endBelow(deps, before, why)
  tellChanges(ctx, await named(deps, line.fields))
}

/** Parents and games by their names, as people know them. */
async function named(deps: AccountsDeps, fields: readonly FieldChange[]): Promise<readonly FieldChange[]> {
  const idsOf = (name: string) =>
    fields.filter(({ field }) => field === name).flatMap(({ before, after }) => [before, after].flat().map(String))
  const parents = idsOf('refId').length > 0 ? await deps.accounts.findMany(idsOf('refId')) : []
  const games = idsOf('games').length > 0 ? await deps.games.namesOf(idsOf('games')) : new Map<string, string>()
  const names = new Map([...games, ...parents.map(({ _id, username }) => [_id, username] as const)])
  const nameOf = (value: FieldChange['before']) =>
    Array.isArray(value) ? value.map(id => names.get(id) ?? id).join(', ') : (names.get(String(value)) ?? value)
  return fields.map(({ field, before, after }) =>
    field === 'refId' || field === 'games'
      ? { field, before: nameOf(before), after: nameOf(after) }
      : { field, before, after },
  )
}

/** So many accounts are signed out with one commit: nobody's transfers wait for a large branch. */
const signedOutAtOnce = 500

/**
 * Signs out everyone below, a few at a time beside the ledger: after a suspension has been committed, since its status
 * alone refuses their sessions from then on, and before an activation is, so that none comes back to life whatever was
 * interrupted.
 */
async function endBelow(deps: AccountsDeps, account: Account, why: { reason: string; by: Ctx }): Promise<void> {
  const ids = await deps.accounts.idsBelow(account, await deps.sessions.signedInIds())
  for (let at = 0; at < ids.length; at += signedOutAtOnce) {
    const ending = await deps.sessions.endingAll(ids.slice(at, at + signedOutAtOnce), why)
    await deps.commit(ending.writes)
    deps.passwords.forget(ending.sessionIds)
  }
}

const reasonOf = ({ after, statusChanged }: AccountChange) => {
  if (!statusChanged) return 'password changed'
  return after.active ? 'activated' : 'deactivated'
}
