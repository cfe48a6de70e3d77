import { isSideRole } from '@cascade/contracts'
import { type AuthUser, authTexts } from '@cascade/contracts/accounts'
import { forbidden, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import { usernameKeyOf } from '../accounts/search-keys'
import type { AccountsDeps } from '../deps'
import { authUserOf, isAdmitted } from './auth-user'

export type LoginAttempt = { username: string; password: string; ipAddress: string; userAgent: string }

/** Fixed from login; nothing extends it. */
const lifetimeMs = 30 * 60_000

/**
 * Signs in. An unknown name and a wrong password are told with the same words after the same work; that an account is
 * not active is told only to whom knows its password.
 */
export async function openSession(
  deps: AccountsDeps,
  attempt: LoginAttempt,
): Promise<{ sessionId: string; user: AuthUser; expiresAt: string }> {
  const usernameKey = usernameKeyOf(attempt.username)
  const found = await deps.accounts.findByUsername(usernameKey)
  const account = found && !isSideRole(found.role) ? found : undefined
  const key = deps.attempts.keyOf(account?._id ?? `name:${usernameKey.slice(0, 64)}`, attempt.ipAddress)
  const proved = await deps.attempts.attempt(key, () => provePassword(deps, account, attempt.password))
  if (!proved || !account) throw unauthenticated(authTexts.wrongLogin)
  if (!(await isAdmitted(deps, account))) throw forbidden(authTexts.inactive)

  const startedAt = deps.now()
  const session = {
    _id: deps.newId(),
    accountId: account._id,
    username: account.username,
    role: account.role,
    ipAddress: attempt.ipAddress,
    userAgent: attempt.userAgent.slice(0, 300),
    startedAt,
    expiresAt: new Date(startedAt.getTime() + lifetimeMs),
  }
  await deps.transaction(async transaction => {
    // Written only while active, so that a suspension at this moment and this login cannot both succeed.
    const result = await deps.accounts.rows.updateOne(
      { _id: account._id, active: true, deleted: false, passwordVersion: account.passwordVersion },
      { $set: { lastLogin: startedAt } },
      { session: transaction },
    )
    if (result.matchedCount === 0) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(session, transaction)
  })
  return { sessionId: session._id, user: await authUserOf(deps, account), expiresAt: session.expiresAt.toISOString() }
}

async function provePassword(deps: AccountsDeps, account: Account | undefined, password: string): Promise<boolean> {
  const stored = await deps.credentials.passwordOf(account?._id ?? '')
  return stored === undefined ? deps.hasher.verifyNobody(password) : deps.hasher.verify(stored, password)
}
