import { type PasskeyAssertion, type PasskeyRegistration, securityTexts } from '@cascade/contracts/accounts'
import { AppError, invalid } from '@cascade/service-kit'
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type { AccountsDeps } from '../../deps'
import type { PasskeyFactor, StoredFactor } from './factor-store'

type Owner = { _id: string; username: string }
type PasskeyDeps = Pick<AccountsDeps, 'challenges' | 'factors' | 'now' | 'publicOrigin'>

const toBytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'))
const toText = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')

/** @throws AppError UNPROCESSABLE without a public origin, to which passkeys are bound */
function relyingPartyOf({ publicOrigin }: PasskeyDeps) {
  if (publicOrigin === undefined) throw new AppError('UNPROCESSABLE', securityTexts.passkeysOff)
  return { expectedOrigin: publicOrigin, rpID: new URL(publicOrigin).hostname }
}

const isPasskey = (factor: StoredFactor): factor is PasskeyFactor => factor.kind === 'passkey'
const credentialsOf = (factors: readonly StoredFactor[]) =>
  factors.filter(isPasskey).map(({ credentialId, transports }) => ({ id: credentialId, transports }))

/** Creation options; the browser does not offer an authenticator that the account already uses. */
export async function registrationOptions(deps: PasskeyDeps, owner: Owner, factors: readonly StoredFactor[]) {
  const { rpID } = relyingPartyOf(deps)
  const challenge = await deps.challenges.create({ purpose: 'registration', accountId: owner._id })
  const options = await generateRegistrationOptions({
    rpName: 'Cascade',
    rpID,
    userName: owner.username,
    userID: Uint8Array.from(Buffer.from(owner._id)),
    challenge: toBytes(challenge),
    excludeCredentials: credentialsOf(factors),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** @throws AppError VALIDATION unless it answers a challenge of this account at our origin */
export async function verifyRegistration(
  deps: PasskeyDeps,
  owner: Owner,
  passkey: PasskeyRegistration,
): Promise<Pick<PasskeyFactor, 'kind' | 'credentialId' | 'publicKey' | 'counter' | 'transports'>> {
  const { expectedOrigin, rpID } = relyingPartyOf(deps)
  const rejected = () => invalid(securityTexts.wrongPasskey, 'passkey')
  const challenge = await deps.challenges.find(challengeOf(passkey), 'registration')
  if (challenge?.accountId !== owner._id || !(await deps.challenges.consume(challenge))) throw rejected()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: passkey as never,
    expectedChallenge: challenge._id,
    expectedOrigin,
    expectedRPID: rpID,
  }).catch(() => {
    throw rejected()
  })
  if (!registrationInfo) throw rejected()
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { kind: 'passkey', credentialId: id, publicKey: toText(publicKey), counter, transports }
}

/** Request options. Without factors, the browser offers every passkey of this site. */
export async function assertionOptions(deps: PasskeyDeps, challenge: string, factors: readonly StoredFactor[] = []) {
  const { rpID } = relyingPartyOf(deps)
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: toBytes(challenge),
    allowCredentials: credentialsOf(factors),
    userVerification: 'required',
  })
  return { ...options }
}

/**
 * The passkey that signed the challenge, with its counter advanced.
 * @returns undefined for an unknown passkey, another origin, a counter that went back, or a missing user verification
 */
export async function acceptAssertion(
  deps: PasskeyDeps,
  passkey: PasskeyAssertion,
  expectedChallenge: string,
): Promise<PasskeyFactor | undefined> {
  const { expectedOrigin, rpID } = relyingPartyOf(deps)
  const factor = await deps.factors.findPasskey(passkey.id)
  if (!factor) return undefined
  const { credentialId: id, publicKey, counter, transports } = factor
  const result = await verifyAuthenticationResponse({
    response: passkey as never,
    expectedChallenge,
    expectedOrigin,
    expectedRPID: rpID,
    credential: { id, publicKey: toBytes(publicKey), counter, transports },
  }).catch(() => undefined)
  if (!result?.verified) return undefined
  const isNew = await deps.factors.acceptCounter(factor, result.authenticationInfo.newCounter, deps.now())
  return isNew ? factor : undefined
}

/** The challenge named in a browser's response, not yet verified. */
export function challengeOf({ response }: PasskeyAssertion | PasskeyRegistration): string {
  try {
    const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'))
    const { challenge } = client as { challenge?: unknown }
    return typeof challenge === 'string' ? challenge : ''
  } catch {
    return ''
  }
}
