import { isSideRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { type Call, forbidden, networkOf, notFound } from '@cascade/service-kit'
import { type Account, usernameKeyOf } from '../../accounts/account'
import { findInScope, isActiveWithAncestors, requireActor } from '../../accounts/read-account'
import type { AccountsDeps, InternalCall } from '../../deps'
import { isFromAllowedNetwork, rejectSignIn } from '../networks/networks'
import type { SignInOrigin } from './create-session'
import { finishSignIn } from './finish-sign-in'
import { askSecondFactor } from './second-step'

type LoginAttempt = SignInOrigin & { username: string; password: string }

/**
 * Signs in, or asks for a second factor. An unknown username and a wrong password get the same response after the same
 * work, as does another network than the account's; an inactive account is reported only with the right password. Gift, loan and otc accounts cannot sign in.
 */
export async function openSession(deps: AccountsDeps, { ctx, input }: InternalCall<LoginAttempt>) {
  const usernameKey = usernameKeyOf(input.username)
  const found = await deps.accounts.findByUsername(usernameKey)
  const account = found && !isSideRole(found.role) ? found : undefined
  const guess = { account: account?._id ?? `name:${usernameKey.slice(0, 64)}`, ipAddress: input.ipAddress }
  const isProved = await deps.attempts.attempt(
    guess,
    isTrusted => provePassword(deps, account, input, isTrusted),
    input.waitSeconds,
  )
  if (!isProved || !account) throw await rejectSignIn(deps, account, { ...input, message: authTexts.wrongLogin })
  if (!(await isActiveWithAncestors(deps, account))) throw forbidden(authTexts.inactive)
  return (await askSecondFactor(deps, account, input)) ?? finishSignIn(deps, ctx, account, input)
}

/** @param isTrusted the network has proved this password before, so it does not wait for strangers */
async function provePassword(
  deps: AccountsDeps,
  account: Account | undefined,
  { password, ipAddress }: Pick<LoginAttempt, 'password' | 'ipAddress'>,
  isTrusted: boolean,
): Promise<boolean> {
  const requester = isTrusted ? {} : { isStranger: true, network: networkOf(ipAddress) }
  const stored = await deps.credentials.passwordOf(account?._id ?? '')
  const [isRight, isAllowed] = await Promise.all([
    stored === undefined
      ? deps.hasher.verifyDummy(password, requester)
      : deps.hasher.verify(stored, password, requester),
    isFromAllowedNetwork(deps, account, ipAddress),
  ])
  return isRight && isAllowed
}

export async function closeSession(deps: AccountsDeps, { ctx, input }: InternalCall<{ sessionId: string }>) {
  const session = await deps.sessions.findOpen(input.sessionId)
  if (session) {
    const ending = deps.sessions.planEnd(session, { reason: 'logout', by: ctx })
    await deps.commit(ending.writes)
    deps.passwords.forget(ending.sessionIds)
  }
  return { success: true as const }
}

export async function endSession(deps: AccountsDeps, { ctx, input }: Call<{ userId: string; sessionId: string }>) {
  await requireActor(deps, ctx)
  const account = await findInScope(deps, ctx.actor, input.userId)
  const session = await deps.sessions.findOpen(input.sessionId)
  if (!session || session.accountId !== account._id) throw notFound()
  const ending = deps.sessions.planEnd(session, { reason: 'ended', by: ctx })
  await deps.commit(ending.writes)
  deps.passwords.forget(ending.sessionIds)
  return {}
}
