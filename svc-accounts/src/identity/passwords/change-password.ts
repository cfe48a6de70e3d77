import { authTexts, sessionApi } from '@cascade/contracts/accounts'
import { type Call, type CausedBy, conflict, invalid, notFound } from '@cascade/service-kit'
import { accountEvent, withChanges } from '../../accounts/account'
import { accountWrites } from '../../accounts/account-writes'
import { retryOnConflict } from '../../accounts/retry-on-conflict'
import { authorityWrite } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { eventWrite, type SideWrite } from '../../ledger'
import { type Login, loginOf, nameOfLogin, requireLogin } from '../login'
import { requireProof } from '../sessions/require-proof'
import { requireUncommon } from './common-passwords'
import { confirmPassword } from './confirm-password'
import { requesterOf } from './hasher'

type PasswordChange = { userId?: string | undefined; opass: string; npass: string; cpass: string }

/** Changes the own password and ends all other sessions. A wrong old password counts as a failed attempt. */
export async function changePassword(deps: AccountsDeps, { ctx, input }: Call<PasswordChange>) {
  const { accountId, sessionId, ipAddress } = ctx.actor
  if (input.userId !== undefined && input.userId !== accountId) throw notFound()
  if (input.npass !== input.cpass) throw invalid(authTexts.mismatch, 'cpass')
  const login = await requireLogin(deps, ctx)
  await confirmPassword(deps, ctx, { account: login.account, password: input.opass, field: 'opass' })
  // The old password proves a login without a factor.
  if ((await deps.factors.ownersAmong([login._id])).size > 0) await requireProof(deps, ctx, 'factor')
  if (input.npass === input.opass) throw invalid(authTexts.samePassword, 'npass')
  const password = await hashOwnPassword(deps, login, { ...input, ipAddress })
  const readAgain = () => requireLogin(deps, ctx)
  const record = authorityWrite(ctx, { endpoint: sessionApi.changePassword, at: deps.now(), object: login.account })
  await writeOwnPassword(deps, ctx, login, { password, readAgain, except: sessionId, record })
  deps.passwords.forget([sessionId])
  return { message: authTexts.passwordChanged }
}

type Renewal = { npass: string; cpass: string; ipAddress: string }

/**
 * Hashes a password that its owner has chosen.
 * @throws AppError VALIDATION if it differs from its confirmation, is common or was one of the last five, and
 *   TOO_MANY_REQUESTS beyond the hourly limit
 */
export async function hashOwnPassword(deps: AccountsDeps, { _id }: Login, { npass, cpass, ipAddress }: Renewal) {
  if (npass !== cpass) throw invalid(authTexts.mismatch, 'cpass')
  await requireUncommon(npass, 'npass')
  await deps.attempts.countUse('change', _id)
  const requester = requesterOf({ accountId: _id, ipAddress })
  const { password, previous = [] } = (await deps.credentials.find(_id)) ?? {}
  const last = password === undefined ? previous : [password, ...previous]
  if (await deps.hasher.verifyAny(last, npass, requester)) throw invalid(authTexts.usedPassword, 'npass')
  return deps.hasher.hash(npass, requester)
}

type OwnPassword = { password: string; readAgain: () => Promise<Login>; except?: string; record: SideWrite }

/**
 * Replaces a password by its owner and ends the other sessions.
 * @param login as read when its password was proved
 * @param readAgain checks that it may still act
 * @param record its log entry
 * @returns the changed login
 */
export function writeOwnPassword(
  deps: AccountsDeps,
  by: CausedBy,
  login: Login,
  { password, readAgain, except, record }: OwnPassword,
): Promise<Login> {
  const { _id } = login
  return retryOnConflict(async () => {
    const before = await readAgain()
    // Of concurrent changes, only the first has proved the current password.
    if (before.passwordVersion !== login.passwordVersion) throw conflict(authTexts.passwordJustChanged)
    const { writes, after } = raisePasswordVersion(before, by, deps.now())
    const exception = except === undefined ? {} : { except }
    const ending = await deps.sessions.planEndOf(login, { reason: 'password changed', by, ...exception })
    await deps.commit([
      ...writes,
      await deps.credentials.replaceWrite(_id, { password }, false),
      ...ending.writes,
      record,
      ...deps.notices.writes([_id], { kind: 'password-changed', data: { by: nameOfLogin(login) } }),
    ])
    deps.passwords.forget(ending.sessionIds)
    return after
  })
}

/** Only the first of concurrent changes of a person's password matches the version. */
function raisePasswordVersion({ account, person }: Login, by: CausedBy, at: Date) {
  if (person) {
    const { _id, passwordVersion } = person
    const next = passwordVersion + 1
    const update = { $set: { passwordVersion: next } }
    const write: SideWrite = { type: 'updateOne', collection: 'people', filter: { _id, passwordVersion }, update }
    return { writes: [write], after: loginOf(account, { ...person, passwordVersion: next }) }
  }
  const changed = withChanges(account, { passwordVersion: account.passwordVersion + 1 }, [])
  const event = eventWrite(accountEvent('updated', changed, by), at)
  return { writes: [...accountWrites(account, changed), event], after: loginOf(changed) }
}
