import { authTexts, type NewPasswordNeeded, sessionApi } from '@cascade/contracts/accounts'
import { type CausedBy, networkOf, type ServiceCall, type Tx, unauthenticated } from '@cascade/service-kit'
import { authorityEvent } from '../../activities/authority-event'
import type { AccountsDeps } from '../../deps'
import { actingPersonOf, type Login, requireActiveLogin } from '../login'
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
  login: Login,
  origin: SignInOrigin,
): Promise<SignedIn | Omit<NewPasswordNeeded, 'success'>> {
  const { temporaryPasswords } = (await deps.policy.read()).policy
  if (!temporaryPasswords || !(await deps.credentials.find(login._id))?.isTemporary) {
    return createSession(deps, by, login, origin)
  }
  const { _id: accountId, passwordVersion } = login
  const network = networkOf(origin.ipAddress)
  const challenge = await deps.challenges.create({
    ...{ purpose: 'new-password', accountId, network, passwordVersion },
    hasProvedFactor: origin.hasProvedFactor ?? false,
  })
  return { needs: 'new-password', challenge }
}

/** Fixed at sign-in, never extended. */
const lifetimeMs = 30 * 60_000

/** Creates the session of an active login after all proofs. */
async function createSession(deps: AccountsDeps, by: CausedBy, login: Login, origin: SignInOrigin) {
  const { account, person } = login
  const { ipAddress, userAgent } = origin
  const user = await userOf(deps, login)
  const startedAt = deps.now()
  const expiresAt = new Date(startedAt.getTime() + lifetimeMs)
  const sessionId = deps.newId()
  const { _id: accountId, username, role } = account
  const session = {
    ...(person && { personId: person._id }),
    ...{ _id: sessionId, accountId, username, role, ipAddress, userAgent: userAgent.slice(0, 300) },
    ...{ startedAt, expiresAt, provenAt: startedAt },
    ...(origin.hasProvedFactor && { factorProvenAt: startedAt }),
  }
  const device = describeDevice(userAgent)
  const policy = await deps.policy.read()
  const { sessionsPerAccount } = policy.policy
  const replaced = await deps.transaction(async tx => {
    // Conflicts with other sign-ins of the account, so that none of them misses a session of another one.
    if (!(await stampLogin(deps, login, startedAt, tx))) throw unauthenticated(authTexts.wrongLogin)
    await deps.sessions.insert(session, tx)
    if (await deps.devices.record(login._id, { ...origin, device }, { at: startedAt, tx })) {
      await deps.notices.insert([login._id], { kind: 'new-device', data: { device, ipAddress } }, tx)
    }
    if (sessionsPerAccount === null) return []
    const oldest = await deps.sessions.oldestBeyond(login, sessionsPerAccount, tx)
    return deps.sessions.endForReason(oldest, 'SESSION_REPLACED', by, tx)
  })
  deps.passwords.forget(replaced.map(({ _id }) => _id))
  return { sessionId, user, expiresAt: expiresAt.toISOString(), ...statedIdleLimit(policy) }
}

const stampLogin = ({ accounts, people }: AccountsDeps, { account, person }: Login, at: Date, tx: Tx) =>
  person ? people.stampLogin(person, at, tx) : accounts.stampLogin(account, at, tx)

type Renewal = SignInOrigin & { challenge: string; npass: string; cpass: string }

/** A rejected password leaves the challenge valid; one success ends it. */
export async function renewPassword(deps: AccountsDeps, { ctx, input }: ServiceCall<Renewal>) {
  const challenge = await deps.challenges.find(input.challenge, 'new-password')
  if (challenge?.network !== networkOf(input.ipAddress)) throw unauthenticated()
  const readAgain = () => requireActiveLogin(deps, challenge.accountId)
  const login = await readAgain()
  if (login.passwordVersion !== challenge.passwordVersion) throw unauthenticated()
  const password = await hashOwnPassword(deps, login, input)
  if (!(await deps.challenges.consume(challenge))) throw unauthenticated()
  const { hasProvedFactor } = challenge
  const { _id: accountId, username, role } = login.account
  const person = await actingPersonOf(deps, login)
  const by = {
    actor: { accountId, username, role, sessionId: '', ipAddress: input.ipAddress, ...(person && { person }) },
    requestId: ctx.requestId,
  }
  const record = authorityEvent(by, { endpoint: sessionApi.changePassword, at: deps.now(), object: login.account })
  const renewed = await writeOwnPassword(deps, ctx, login, { password, readAgain, record })
  return createSession(deps, ctx, renewed, { ...input, hasProvedFactor })
}
