import { authTexts } from '@cascade/contracts/accounts'
import { type CausedBy, conflict, invalid } from '@cascade/service-kit'
import { type Account, accountEvent, withChanges } from '../../accounts/account'
import { accountWrites } from '../../accounts/account-writes'
import { retryOnConflict } from '../../accounts/retry-on-conflict'
import type { AccountsDeps } from '../../deps'
import { eventWrite, type SideWrite } from '../../ledger'
import { requesterOf, requireUncommon } from './hasher'

type Renewal = { npass: string; cpass: string; ipAddress: string }

/**
 * Hashes a password that its owner has chosen.
 * @throws AppError VALIDATION if it differs from its confirmation, is common or was one of the last five, and
 *   TOO_MANY_REQUESTS beyond the hourly limit
 */
export async function hashOwnPassword(deps: AccountsDeps, { _id }: Account, { npass, cpass, ipAddress }: Renewal) {
  if (npass !== cpass) throw invalid(authTexts.mismatch, 'cpass')
  await requireUncommon(npass, 'npass')
  await deps.attempts.countUse('change', _id)
  const requester = requesterOf({ accountId: _id, ipAddress })
  const { password, previous = [] } = (await deps.credentials.find(_id)) ?? {}
  const last = password === undefined ? previous : [password, ...previous]
  if (await deps.hasher.verifyAny(last, npass, requester)) throw invalid(authTexts.usedPassword, 'npass')
  return deps.hasher.hash(npass, requester)
}

type OwnPassword = { password: string; readAgain: () => Promise<Account>; except?: string; record: SideWrite }

/**
 * Replaces a password by its owner and ends the other sessions.
 * @param actor as read when its password was proved
 * @param readAgain checks that the account may still act
 * @param record its log entry
 * @returns the changed account
 */
export function writeOwnPassword(
  deps: AccountsDeps,
  by: CausedBy,
  actor: Account,
  { password, readAgain, except, record }: OwnPassword,
): Promise<Account> {
  const { _id, username } = actor
  return retryOnConflict(async () => {
    const before = await readAgain()
    // Of concurrent changes, only the first has proved the current password.
    if (before.passwordVersion !== actor.passwordVersion) throw conflict(authTexts.passwordJustChanged)
    const after = withChanges(before, { passwordVersion: before.passwordVersion + 1 }, [])
    const exception = except === undefined ? {} : { except }
    const ending = await deps.sessions.planEndAll([_id], { reason: 'password changed', by, ...exception })
    await deps.commit([
      ...accountWrites(before, after),
      await deps.credentials.replaceWrite(_id, { password }, false),
      eventWrite(accountEvent('updated', after, by), deps.now()),
      ...ending.writes,
      record,
      ...deps.notices.writes([_id], { kind: 'password-changed', data: { by: username } }),
    ])
    deps.passwords.forget(ending.sessionIds)
    return after
  })
}
