import {
  type AuthUser,
  type NewPasswordNeeded,
  type PasskeyAssertion,
  type PasskeyOptions,
  type PasskeyRegistration,
  type SecondFactorNeeded,
  secondStepApi,
  securityApi,
} from '@cascade/contracts/accounts'
import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../api/api-client'
import { startSession } from './session-store'

/** Finishes a sign-in with a code of the app, a recovery code, or by default a passkey. @throws ApiError */
export async function proveSecondFactor(
  { challenge, passkey }: SecondFactorNeeded,
  code?: string,
): Promise<AuthUser | NewPasswordNeeded> {
  const proof = code === undefined && passkey ? { passkey: await signWithPasskey(passkey) } : toCodeProof(code ?? '')
  const answer = await call(secondStepApi.secondFactor, { body: { challenge, ...proof } })
  if ('needs' in answer) return answer
  startSession(answer)
  return answer.user
}

/** Signs in with a passkey alone. @throws ApiError, or the browser's error if the user cancels */
export async function signInWithPasskey(): Promise<AuthUser | NewPasswordNeeded> {
  const { challenge, passkey } = await call(securityApi.beginPasskeySignIn)
  const answer = await call(secondStepApi.passkey, { body: { challenge, passkey: await signWithPasskey(passkey) } })
  if ('needs' in answer) return answer
  startSession(answer)
  return answer.user
}

/** Finishes a sign-in by replacing a temporary password. @throws ApiError */
export async function renewPassword(
  { challenge }: NewPasswordNeeded,
  passwords: { npass: string; cpass: string },
): Promise<AuthUser> {
  const answer = await call(secondStepApi.newPassword, { body: { challenge, ...passwords } })
  startSession(answer)
  return answer.user
}

/** Proves the session again. @throws ApiError, or the browser's error if the user cancels */
export async function stepUpWith(proof: { password: string } | { totp: string } | 'passkey'): Promise<void> {
  if (proof !== 'passkey') return void (await call(securityApi.stepUp, { body: proof }))
  const { passkey } = await call(securityApi.beginPasskeySignIn)
  await call(securityApi.stepUp, { body: { passkey: await signWithPasskey(passkey) } })
}

/** @returns the new passkey of this device, to be stored by the server */
export const registerPasskey = async (options: PasskeyOptions): Promise<PasskeyRegistration> =>
  (await startRegistration({ optionsJSON: options as never })) as PasskeyRegistration

const signWithPasskey = async (options: PasskeyOptions): Promise<PasskeyAssertion> =>
  (await startAuthentication({ optionsJSON: options as never })) as PasskeyAssertion

/** Six digits are a code of the app, anything longer a recovery code. */
const toCodeProof = (code: string) => (isAppCode(code) ? { totp: code } : { recovery: code })

/** Six digits, also with spaces as apps show them. */
export const isAppCode = (code: string) => /^\d{6}$/.test(code.replace(/[\s-]/g, ''))
