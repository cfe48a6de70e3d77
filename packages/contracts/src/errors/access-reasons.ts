import type { Entry } from './code-catalogue'
import type { ErrorCode } from './errors'
import type { Reason } from './reasons'

/** Reasons of rejections that depend on session, token, network or origin. */
export const accessReasons = {
  SERVICE_TOKEN_REFUSED: {
    code: 'UNAVAILABLE',
    meaning: 'A service rejected the token of its caller: clocks or keys of the installation are wrong.',
    action: 'Report it to the operator of the system. The session stays open.',
  },
  ORIGIN_NOT_ALLOWED: {
    code: 'FORBIDDEN',
    meaning: 'The origin of the calling page is not one of the allowed origins.',
    action: 'Use the configured address. Behind a proxy the operator sets `PUBLIC_ORIGIN`, or `ALLOWED_ORIGINS`.',
  },
  SECOND_FACTOR_REQUIRED: {
    code: 'FORBIDDEN',
    meaning: 'The role needs a second factor, the days of grace are over and the account has none.',
    action: 'Add a factor with `security/totp` or `security/passkeys`; other calls are possible afterwards.',
  },
  STEP_UP_REQUIRED: {
    code: 'FORBIDDEN',
    meaning: 'The session has not proved password or factor within the last five minutes. Nothing was done.',
    action: 'Call `auth/step-up`, then send the same request again.',
  },
  STEP_UP_FACTOR_REQUIRED: {
    code: 'FORBIDDEN',
    meaning:
      'The account has a second factor, which the session has not proved within the last five minutes. Nothing was done.',
    action: 'Call `auth/step-up` with a code or passkey, then send the same request again.',
  },
  SESSION_IDLE: {
    code: 'UNAUTHENTICATED',
    meaning: 'The session was not used for as long as the security policy allows.',
    action: 'Sign in again.',
  },
  SESSION_REPLACED: {
    code: 'UNAUTHENTICATED',
    meaning: 'The account signed in elsewhere, and this was the oldest of more sessions than the policy allows.',
    action: 'Sign in again; that ends the oldest of the other sessions.',
  },
  NETWORK_NOT_ALLOWED: {
    code: 'UNAUTHENTICATED',
    meaning: 'In the activity log only: the network is not allowed. The caller got the response of a wrong password.',
    action: 'An account above decides about the networks (`security/networks`).',
  },
  VIEW_ONLY: {
    code: 'FORBIDDEN',
    meaning: 'The session views as another login: it may only read. Nothing was done.',
    action: 'End the view with `view-as/end` first.',
  },
} satisfies Partial<Record<Reason, Entry & { code: ErrorCode }>>
