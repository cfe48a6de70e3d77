import { creditTexts } from '@cascade/contracts/accounts'
import { AppError, type Ctx } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'

type PasswordDeps = Pick<AccountsDeps, 'attempts' | 'credentials' | 'hasher' | 'passwords'>
/** Whose password is asked for, and which of them. */
export type Proved = { _id: string; passwordVersion: number }
type Claim = { account: Proved; password: string; field?: string }

export const provedBy = ({ _id, passwordVersion }: Proved): Proved => ({ _id, passwordVersion })

/**
 * Asks the acting user for the own password again. Once proved, the session is believed for five minutes without the
 * costly check; a mismatch always goes to it and counts as a failure, after which every session of the account has to
 * prove it anew.
 * @throws AppError VALIDATION (never 401, which would sign the user out), or TOO_MANY_REQUESTS while failures make the
 * network wait.
 */
export async function confirmPassword(
  deps: PasswordDeps,
  { actor }: Pick<Ctx, 'actor'>,
  { account, password, field = 'password' }: Claim,
): Promise<void> {
  const { _id, passwordVersion } = account
  const key = deps.attempts.keyOf(_id, actor.ipAddress)
  const isKnown = () => deps.passwords.knows(actor.sessionId, password, passwordVersion)
  if (isKnown()) return
  const proved = await deps.attempts.attempt(key, async () => {
    // Another call of the same session may have proved it while this one waited for its turn.
    if (isKnown()) return true
    const stored = await deps.credentials.passwordOf(_id)
    return stored === undefined ? deps.hasher.verifyNobody(password) : deps.hasher.verify(stored, password)
  })
  if (!proved) {
    deps.passwords.forgetAccount(_id)
    const errors = { [field]: creditTexts.wrongPassword }
    throw new AppError('VALIDATION', creditTexts.wrongPassword, { reason: 'WRONG_PASSWORD', errors })
  }
  deps.passwords.remember(actor, password, passwordVersion)
}
