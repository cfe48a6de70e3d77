import { isSideRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { forbidden, networkOf, type ServiceCall } from '@cascade/service-kit'
import { type Account, usernameKeyOf } from '../../accounts/account'
import { isActiveWithAncestors } from '../../accounts/find-account'
import type { AccountsDeps } from '../../deps'
import { isFromAllowedNetwork, rejectSignIn } from '../networks/networks'
import { finishSignIn, type SignInOrigin } from './finish-sign-in'
import { askSecondFactor } from './second-step'

type LoginAttempt = SignInOrigin & { username: string; password: string }

/**
 * Signs in, or asks for a second factor. An unknown username and a wrong password get the same response after the same
 * work. So does a sign-in from a network that is not on the account's list. Only the right password reveals that an
 * account is inactive. Gift, loan and otc accounts cannot sign in.
 */
export async function openSession(deps: AccountsDeps, { ctx, input }: ServiceCall<LoginAttempt>) {
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
