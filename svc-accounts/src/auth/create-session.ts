import { authTexts } from '@cascade/contracts/accounts'
import { unauthenticated } from '@cascade/service-kit'
import type { Account } from '../accounts/account'
import type { AccountsDeps } from '../deps'
import { userOf } from './sessions'

/** Where a sign-in comes from. */
export type SignInOrigin = { ipAddress: string; userAgent: string; waitSeconds?: number | undefined }

/** Fixed at sign-in, never extended. */
const lifetimeMs = 30 * 60_000

/** Creates the session of an active account that has proved who it is. */
export async function createSession(deps: AccountsDeps, account: Account, { ipAddress, userAgent }: SignInOrigin) {
  const user = await userOf(deps, account)
  const startedAt = deps.now()
  const expiresAt = new Date(startedAt.getTime() + lifetimeMs)
  const sessionId = deps.newId()
  const { _id: accountId, username, role } = account
  const session = {
    ...{ _id: sessionId, accountId, username, role, ipAddress, userAgent: userAgent.slice(0, 300) },
    ...{ startedAt, expiresAt, provenAt: startedAt },
  }
  await deps.transaction(async tx => {
    if (!(await deps.accounts.stampLogin(account, startedAt, tx))) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(session, tx)
  })
  return { sessionId, user, expiresAt: expiresAt.toISOString() }
}
