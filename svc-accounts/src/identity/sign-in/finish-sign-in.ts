import { type NewPasswordNeeded, sessionApi } from '@cascade/contracts/accounts'
import { type CausedBy, networkOf, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../../accounts/account'
import { authorityEvent } from '../../activities/authority-event'
import type { AccountsDeps, InternalCall } from '../../deps'
import { hashOwnPassword, writeOwnPassword } from '../passwords/own-password'
import { createSession, type SignInOrigin } from './create-session'
import { requireActive } from './require-active'

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

type Renewal = SignInOrigin & { challenge: string; npass: string; cpass: string }

/** A rejected password leaves the challenge valid; one success ends it. */
export async function renewPassword(deps: AccountsDeps, { ctx, input }: InternalCall<Renewal>) {
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
