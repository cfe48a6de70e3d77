import { isSideRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { forbidden, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../accounts/rules/account'
import { usernameKeyOf } from '../accounts/rules/search-keys'
import type { AccountsDeps, InternalAsk } from '../deps'
import { isAdmitted, userOf } from './signed-in-user'

export type LoginAttempt = { username: string; password: string; ipAddress: string; userAgent: string }

/** Fixed from login; nothing extends it. */
const lifetimeMs = 30 * 60_000

/**
 * Signs in. An unknown name and a wrong password are told with the same words after the same work; that an account is
 * not active is told only to those who know its password. Gift, loan and otc accounts never sign in.
 */
export async function openSession(deps: AccountsDeps, { input }: InternalAsk<LoginAttempt>) {
  const usernameKey = usernameKeyOf(input.username)
  const found = await deps.accounts.findByUsername(usernameKey)
  const account = found && !isSideRole(found.role) ? found : undefined
  const guess = { account: account?._id ?? `name:${usernameKey.slice(0, 64)}`, ipAddress: input.ipAddress }
  const proved = await deps.attempts.attempt(guess, () => provePassword(deps, account, input.password))
  if (!proved && account) deps.passwords.forgetAccount(account._id)
  if (!proved || !account) throw unauthenticated(authTexts.wrongLogin)
  if (!(await isAdmitted(deps, account))) throw forbidden(authTexts.inactive)
  const user = await userOf(deps, account)

  const startedAt = deps.now()
  const expiresAt = new Date(startedAt.getTime() + lifetimeMs)
  const sessionId = deps.newId()
  const { _id: accountId, username, role } = account
  const { ipAddress, userAgent } = input
  await deps.transaction(async tx => {
    if (!(await deps.accounts.stampLogin(account, startedAt, tx))) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(
      {
        ...{ _id: sessionId, accountId, username, role, ipAddress },
        ...{ userAgent: userAgent.slice(0, 300), startedAt, expiresAt },
      },
      tx,
    )
  })
  return { sessionId, user, expiresAt: expiresAt.toISOString() }
}

async function provePassword(deps: AccountsDeps, account: Account | undefined, password: string): Promise<boolean> {
  const stored = await deps.credentials.passwordOf(account?._id ?? '')
  return stored === undefined ? deps.hasher.verifyNobody(password) : deps.hasher.verify(stored, password)
}
