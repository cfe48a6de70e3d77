import {
  type AuthUser,
  bareCode,
  type NewPasswordNeeded,
  type PasskeyAssertion,
  type PasskeyOptions,
  type PasskeyRegistration,
  type SecondFactorNeeded,
  secondStepApi,
  securityApi,
  securityTexts,
} from '@cascade/contracts/accounts'
import { bufferToBase64URLString, startAuthentication, startRegistration } from '@simplewebauthn/browser'
import { call } from '../api/api-client'
import { ApiError } from '../api/api-error'
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
  const signed = await signWithPasskey(passkey)
  const answer = await call(secondStepApi.passkey, { body: { challenge, passkey: signed } }).catch((error: unknown) => {
    if (error instanceof ApiError && error.message === securityTexts.unknownPasskey)
      signal('signalUnknownCredential', { credentialId: signed.id })
    throw error
  })
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
  (await startRegistration({ optionsJSON: options as never }).catch(explain(options))) as PasskeyRegistration

const signWithPasskey = async (options: PasskeyOptions): Promise<PasskeyAssertion> =>
  (await startAuthentication({ optionsJSON: options as never }).catch(explain(options))) as PasskeyAssertion

/** The browser's refusals that the user can do something about; it refuses passkeys of another address. */
const explain = (options: PasskeyOptions) => (error: Error) => {
  const { rpId, rp } = options as { rpId?: string; rp?: { id?: string } }
  const messages: Record<string, string> = {
    InvalidStateError: 'This device is already registered.',
    SecurityError: `Passkeys work at ${rpId ?? rp?.id} only.`,
  }
  const message = messages[error.name]
  throw message === undefined ? error : new ApiError({ status: 0, code: 'NOT_SENT', message, cause: error })
}

/** Makes the password manager forget passkeys of the account that are not among `credentialIds`, where it can. */
export const signalPasskeys = (accountId: string, credentialIds: readonly string[]): void =>
  signal('signalAllAcceptedCredentials', {
    userId: bufferToBase64URLString(new TextEncoder().encode(accountId).buffer),
    allAcceptedCredentialIds: credentialIds,
  })

type Signals = Partial<
  Record<'signalUnknownCredential' | 'signalAllAcceptedCredentials', (options: object) => Promise<void>>
>

function signal(method: keyof Signals, options: object): void {
  const { PublicKeyCredential: signals } = globalThis as { PublicKeyCredential?: Signals }
  signals?.[method]?.({ rpId: location.hostname, ...options }).catch(() => undefined)
}

/** Up to six digits are a code of the app, anything else a recovery code. */
const toCodeProof = (code: string) => (/^\d{0,6}$/.test(bareCode(code)) ? { totp: code } : { recovery: code })

/** A whole code of the app. */
export const isAppCode = (code: string) => /^\d{6}$/.test(bareCode(code))
