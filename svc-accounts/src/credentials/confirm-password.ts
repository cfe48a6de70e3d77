import { creditTexts } from '@cascade/contracts/accounts'
import { AppError, type Ctx, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

type PasswordDeps = Pick<AccountsDeps, 'attempts' | 'commit' | 'credentials' | 'hasher' | 'passwords' | 'sessions'>
/** Whoever holds a stolen token guesses no longer than this, from however many networks. */
const failuresPerSessionMax = 10

/** Whose password is asked for, and which of them. */
export type PasswordOwner = { _id: string; passwordVersion: number }
type Claim = { account: PasswordOwner; password: string; field?: string }

export const passwordOwnerOf = ({ _id, passwordVersion }: PasswordOwner): PasswordOwner => ({ _id, passwordVersion })

/**
 * Asks the acting user for the own password again. Once proved, the session is believed for five minutes without the
 * costly check; a mismatch always goes to it and counts as a failure, after which every session of the account has to
 * prove it anew.
 * @throws AppError VALIDATION (no 401, which would sign the user out), or TOO_MANY_REQUESTS while failures make the
 * network wait; the tenth wrong one ends the session.
 */
export async function confirmPassword(
  deps: PasswordDeps,
  ctx: Pick<Ctx, 'actor' | 'requestId'>,
  { account, password, field = 'password' }: Claim,
): Promise<void> {
  const { actor } = ctx
  const { _id, passwordVersion } = account
  // Apart from sign-ins: what strangers guess there must not keep a session that is open from its work.
  const guess = { account: `confirm:${_id}`, ipAddress: actor.ipAddress }
  const isConfirmed = () => deps.passwords.isProved(actor.sessionId, password, passwordVersion)
  if (isConfirmed()) return
  const isRight = await deps.attempts.attempt(guess, async () => {
    // Another call of the same session may have proved it while this one waited for its turn.
    if (isConfirmed()) return true
    // It has ended, and the gateway may not know yet.
    if ((await deps.attempts.sessionFailures(actor.sessionId)) >= failuresPerSessionMax) throw unauthenticated()
    const stored = await deps.credentials.passwordOf(_id)
    return stored === undefined ? deps.hasher.verifyDummy(password) : deps.hasher.verify(stored, password)
  })
  if (!isRight) {
    deps.passwords.forgetAccount(_id)
    if ((await deps.attempts.countSessionFailure(actor.sessionId)) >= failuresPerSessionMax) {
      const session = { _id: actor.sessionId, accountId: _id }
      await deps.commit(deps.sessions.planEnd(session, { reason: 'wrong passwords', by: ctx }).writes)
    }
    const errors = { [field]: creditTexts.wrongPassword }
    throw new AppError('VALIDATION', creditTexts.wrongPassword, { reason: 'WRONG_PASSWORD', errors })
  }
  deps.passwords.remember(actor, password, passwordVersion)
}
