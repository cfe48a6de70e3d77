import { authTexts, type NewPasswordNeeded, sessionApi } from '@cascade/contracts/accounts'
import { type CausedBy, forbidden, networkOf, type ServiceCall, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../../accounts/account'
import { isActiveWithAncestors } from '../../accounts/find-account'
import { authorityEvent } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { hashOwnPassword, writeOwnPassword } from '../passwords/change-password'
import { statedIdleLimit } from '../policy/policy-store'
import { type Browser, describeDevice } from '../sessions/device-store'
import { userOf } from '../sessions/sessions'

/** Origin of a sign-in, and whether it has proved a second factor. */
export type SignInOrigin = {
  ipAddress: string
  userAgent: string
  waitSeconds?: number | undefined
  browser?: Browser | undefined
  hasProvedFactor?: boolean
}

type SignedIn = Awaited<ReturnType<typeof createSession>>

/** Last step of a sign-in: the session, or a challenge to replace a password that another user has set. */
export async function finishSignIn(
  deps: AccountsDeps,
  by: CausedBy,
  account: Account,
  origin: SignInOrigin,
): Promise<SignedIn | Omit<NewPasswordNeeded, 'success'>> {
  const { temporaryPasswords } = (await deps.policy.read()).policy
  if (!temporaryPasswords || !(await deps.credentials.find(account._id))?.isTemporary) {
    return createSession(deps, by, account, origin)
  }
  const { _id: accountId, passwordVersion } = account
  const network = networkOf(origin.ipAddress)
  const challenge = await deps.challenges.create({
    ...{ purpose: 'new-password', accountId, network, passwordVersion },
    hasProvedFactor: origin.hasProvedFactor ?? false,
  })
  return { needs: 'new-password', challenge }
}

/** Fixed at sign-in, never extended. */
const lifetimeMs = 30 * 60_000

/** Creates the session of an active account after all proofs. */
async function createSession(deps: AccountsDeps, by: CausedBy, account: Account, origin: SignInOrigin) {
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

type Renewal = SignInOrigin & { challenge: string; npass: string; cpass: string }

/** A rejected password leaves the challenge valid; one success ends it. */
export async function renewPassword(deps: AccountsDeps, { ctx, input }: ServiceCall<Renewal>) {
  const challenge = await deps.challenges.find(input.challenge, 'new-password')
  if (challenge?.network !== networkOf(input.ipAddress)) throw unauthenticated()
  const readAgain = () => requireActive(deps, challenge.accountId)
  const account = await readAgain()
  if (account.passwordVersion !== challenge.passwordVersion) throw unauthenticated()
  const password = await hashOwnPassword(deps, account, input)
  if (!(await deps.challenges.consume(challenge))) throw unauthenticated()
  const { hasProvedFactor } = challenge
  const { _id: accountId, username, role } = account
  const by = {
    actor: { accountId, username, role, sessionId: '', ipAddress: input.ipAddress },
    requestId: ctx.requestId,
  }
  const record = authorityEvent(by, { endpoint: sessionApi.changePassword, at: deps.now(), object: account })
  const renewed = await writeOwnPassword(deps, ctx, account, { password, readAgain, record })
  return createSession(deps, ctx, renewed, { ...input, hasProvedFactor })
}

/** The account of a sign-in. @throws AppError UNAUTHENTICATED, or FORBIDDEN for an inactive one */
export async function requireActive(deps: AccountsDeps, accountId: string): Promise<Account> {
  const account = await deps.accounts.find(accountId)
  if (!account) throw unauthenticated()
  if (!(await isActiveWithAncestors(deps, account))) throw forbidden(authTexts.inactive)
  return account
}
