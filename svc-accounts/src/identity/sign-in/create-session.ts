import { authTexts } from '@cascade/contracts/accounts'
import { type CausedBy, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../../accounts/account'
import type { AccountsDeps } from '../../deps'
import { statedIdleLimit } from '../policy/policy-store'
import { describeDevice } from '../sessions/device'
import type { Browser } from '../sessions/device-store'
import { userOf } from '../sessions/sessions'

/** Where a sign-in comes from, and whether it has proved a second factor. */
export type SignInOrigin = {
  ipAddress: string
  userAgent: string
  waitSeconds?: number | undefined
  browser?: Browser | undefined
  hasProvedFactor?: boolean
}

/** Fixed at sign-in, never extended. */
const lifetimeMs = 30 * 60_000

/** Creates the session of an active account that has proved who it is. */
export async function createSession(deps: AccountsDeps, by: CausedBy, account: Account, origin: SignInOrigin) {
  const { ipAddress, userAgent } = origin
  const user = await userOf(deps, account)
  const startedAt = deps.now()
  const expiresAt = new Date(startedAt.getTime() + lifetimeMs)
  const sessionId = deps.newId()
  const { _id: accountId, username, role } = account
  const session = {
    ...{ _id: sessionId, accountId, username, role, ipAddress, userAgent: userAgent.slice(0, 300) },
    ...{ startedAt, expiresAt, provenAt: startedAt },
    ...(origin.hasProvedFactor && { factorProvenAt: startedAt }),
  }
  const device = describeDevice(userAgent)
  const policy = await deps.policy.read()
  const { sessionsPerAccount } = policy.policy
  const replaced = await deps.transaction(async tx => {
    // Conflicts with other sign-ins of the account, so that none of them misses a session of another one.
    if (!(await deps.accounts.stampLogin(account, startedAt, tx))) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(session, tx)
    if (await deps.devices.record(accountId, { ...origin, device }, { at: startedAt, tx })) {
      await deps.notices.insert([accountId], { kind: 'new-device', data: { device, ipAddress } }, tx)
    }
    if (sessionsPerAccount === null) return []
    const oldest = await deps.sessions.oldestBeyond(accountId, sessionsPerAccount, tx)
    return deps.sessions.endForReason(oldest, 'SESSION_REPLACED', by, tx)
  })
  deps.passwords.forget(replaced.map(({ _id }) => _id))
  return { sessionId, user, expiresAt: expiresAt.toISOString(), ...statedIdleLimit(policy) }
}
