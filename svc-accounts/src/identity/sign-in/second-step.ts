import {
  type FactorProof,
  type PasskeyAssertion,
  type SecondFactorNeeded,
  securityTexts,
} from '@cascade/contracts/accounts'
import { networkOf, type ServiceCall, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { acceptAssertion, assertionOptions } from '../factors/passkeys'
import { acceptProof, factorGuess } from '../factors/prove-factor'
import { findLogin, type Login, requireActiveLogin } from '../login'
import { isFromAllowedNetwork, rejectSignIn } from '../networks/networks'
import { finishSignIn, type SignInOrigin } from './finish-sign-in'

/** The second step of a sign-in; undefined if the login has no factor. */
export async function askSecondFactor(
  deps: AccountsDeps,
  { _id: loginId }: Login,
  { ipAddress }: SignInOrigin,
): Promise<Omit<SecondFactorNeeded, 'success'> | undefined> {
  const factors = await deps.factors.of(loginId)
  if (factors.length === 0) return undefined
  const kinds = new Set(factors.map(({ kind }) => kind))
  const challenge = await deps.challenges.create({
    purpose: 'second-factor',
    accountId: loginId,
    network: networkOf(ipAddress),
  })
  const hasCodes = (await deps.factors.codesOf(loginId)).digests.length > 0
  return {
    needs: 'second-factor',
    factors: [...kinds, ...(hasCodes ? (['recovery'] as const) : [])],
    challenge,
    ...(kinds.has('passkey') && { passkey: await assertionOptions(deps, challenge, factors) }),
  }
}

type SecondStep = SignInOrigin & { challenge: string; proof: FactorProof }

/** Finishes a sign-in. A wrong code leaves the challenge valid; one success ends it. */
export async function proveSecondFactor(deps: AccountsDeps, { ctx, input }: ServiceCall<SecondStep>) {
  const challenge = await deps.challenges.find(input.challenge, 'second-factor')
  if (challenge?.network !== networkOf(input.ipAddress)) throw unauthenticated()
  const { accountId } = challenge
  const prove = () => acceptProof(deps, accountId, input.proof, challenge._id)
  await requireProved(deps, accountId, { ...input, prove, message: securityTexts.wrongCode })
  if (!(await deps.challenges.consume(challenge))) throw unauthenticated()
  return finishSignIn(deps, ctx, await requireActiveLogin(deps, accountId), { ...input, hasProvedFactor: true })
}

type PasskeyStep = SignInOrigin & { challenge: string; passkey: PasskeyAssertion }

/** Signs in with a passkey alone: with user verification it counts as both factors. */
export async function openPasskeySession(deps: AccountsDeps, { ctx, input }: ServiceCall<PasskeyStep>) {
  const challenge = await deps.challenges.find(input.challenge, 'passkey')
  if (!challenge || !(await deps.challenges.consume(challenge))) throw unauthenticated(securityTexts.wrongPasskey)
  if (!(await deps.factors.findPasskey(input.passkey.id))) throw unauthenticated(securityTexts.unknownPasskey)
  const factor = await acceptAssertion(deps, input.passkey, challenge._id)
  if (!factor) throw unauthenticated(securityTexts.wrongPasskey)
  const prove = async () => true
  await requireProved(deps, factor.accountId, { ...input, prove, message: securityTexts.wrongPasskey })
  return finishSignIn(deps, ctx, await requireActiveLogin(deps, factor.accountId), { ...input, hasProvedFactor: true })
}

type Attempt = Pick<SignInOrigin, 'ipAddress' | 'waitSeconds'> & { message: string; prove: () => Promise<boolean> }

/** Another network than the account's counts as a wrong factor. @throws AppError UNAUTHENTICATED */
async function requireProved(deps: AccountsDeps, loginId: string, { prove, ...attempt }: Attempt): Promise<void> {
  const login = await findLogin(deps, loginId)
  const { ipAddress, waitSeconds } = attempt
  const check = async () => (await isFromAllowedNetwork(deps, login?.account, ipAddress)) && prove()
  const isProved = await deps.attempts.attempt(factorGuess({ accountId: loginId, ipAddress }), check, waitSeconds)
  if (!isProved) throw await rejectSignIn(deps, login, { ...attempt, isSecondStep: true })
}

/** Options for a passkey of any account. */
export async function beginPasskeySignIn(deps: AccountsDeps) {
  const challenge = await deps.challenges.create({ purpose: 'passkey' })
  return { challenge, passkey: await assertionOptions(deps, challenge) }
}
