import { isSideRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { networkOf, type ServiceCall } from '@cascade/service-kit'
import { usernameKeyOf } from '../../accounts/account'
import type { AccountsDeps } from '../../deps'
import { assertActive, type Login, loginOf } from '../login'
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
  const login = await findByUsername(deps, usernameKey)
  const guess = { account: login?._id ?? `name:${usernameKey.slice(0, 64)}`, ipAddress: input.ipAddress }
  const isProved = await deps.attempts.attempt(
    guess,
    isTrusted => provePassword(deps, login, input, isTrusted),
    input.waitSeconds,
  )
  if (!isProved || !login) throw await rejectSignIn(deps, login, { ...input, message: authTexts.wrongLogin })
  await assertActive(deps, login)
  return (await askSecondFactor(deps, login, input)) ?? finishSignIn(deps, ctx, login, input)
}

async function findByUsername(deps: AccountsDeps, usernameKey: string): Promise<Login | undefined> {
  const found = await deps.accounts.findByUsername(usernameKey)
  if (found) return isSideRole(found.role) ? undefined : loginOf(found)
  const person = await deps.people.findByUsername(usernameKey)
  const account = person && (await deps.accounts.find(person.accountId))
  return account && loginOf(account, person)
}

/** @param isTrusted the network has proved this password before, so it does not wait for strangers */
async function provePassword(
  deps: AccountsDeps,
  login: Login | undefined,
  { password, ipAddress }: Pick<LoginAttempt, 'password' | 'ipAddress'>,
  isTrusted: boolean,
): Promise<boolean> {
  const requester = isTrusted ? {} : { isStranger: true, network: networkOf(ipAddress) }
  const stored = await deps.credentials.passwordOf(login?._id ?? '')
  const [isRight, isAllowed] = await Promise.all([
    stored === undefined
      ? deps.hasher.verifyDummy(password, requester)
      : deps.hasher.verify(stored, password, requester),
    isFromAllowedNetwork(deps, login?.account, ipAddress),
  ])
  return isRight && isAllowed
}
