import { creditTexts } from '@cascade/contracts/accounts'
import { AppError } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import type { AccountsDeps, Ctx } from '../deps'

type PasswordDeps = Pick<AccountsDeps, 'attempts' | 'credentials' | 'hasher' | 'passwords'>

/**
 * Asks the acting user for the own password again. Once proved, the session is believed for five minutes without the
 * costly check; a mismatch always goes to it and counts as a failure.
 * @throws AppError VALIDATION (never 401, which would sign the user out) or TOO_MANY_REQUESTS after five failures.
 */
export async function confirmPassword(
  deps: PasswordDeps,
  ctx: Ctx,
  actor: Account,
  password: string,
  field = 'password',
): Promise<void> {
  const { sessionId, ipAddress } = ctx.actor
  const key = deps.attempts.keyOf(actor._id, ipAddress)
  const isKnown = () => deps.passwords.knows(sessionId, password, actor.passwordVersion)
  if (isKnown()) {
    await deps.attempts.requireOpen(key)
    return
  }
  const proved = await deps.attempts.attempt(key, async () => {
    // Another call of the same session may have proved it while this one waited for its turn.
    if (isKnown()) return true
    const stored = await deps.credentials.passwordOf(actor._id)
    return stored === undefined ? deps.hasher.verifyNobody(password) : deps.hasher.verify(stored, password)
  })
  if (!proved) {
    deps.passwords.forget([sessionId])
    const message = creditTexts.wrongPassword
    throw new AppError('VALIDATION', message, { errors: { [field]: message } })
  }
  deps.passwords.remember(sessionId, password, actor.passwordVersion)
}
