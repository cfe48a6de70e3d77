import type { ErrorCode } from './errors'

export type Entry = { meaning: string; action: string }

/** Meaning of each code and what to do about it, shown at `/docs/errors`. */
export const codeCatalogue: Readonly<Record<ErrorCode, Entry>> = {
  VALIDATION: {
    meaning: 'The request does not match the schema of the call. `errors` names the fields.',
    action: 'Correct the fields and send it again.',
  },
  UNAUTHENTICATED: {
    meaning: 'There is no token, it has expired, or its session has ended. Also: the password of a sign-in is wrong.',
    action: 'Sign in again.',
  },
  FORBIDDEN: {
    meaning: 'The role, or a rule of the operation, does not allow it.',
    action: 'Do not retry. Ask an account above yours to do it.',
  },
  NOT_FOUND: {
    meaning:
      'The call or object does not exist, or is outside the subtree of the user; the response does not tell which.',
    action: 'Check the address and the id.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The address exists, but not with this method.',
    action: 'Use one of the methods in the header `Allow`.',
  },
  CONFLICT: {
    meaning: 'The object has changed in the meantime, or a unique value is already taken.',
    action: 'Read the current state, decide again, and send a new request.',
  },
  TOO_LARGE: {
    meaning: 'The body, one of its files, or the number of files exceeds the limit of the call.',
    action: 'Send less.',
  },
  UNPROCESSABLE: {
    meaning: 'The `Idempotency-Key` belongs to another request.',
    action: 'Use a new key for a new request.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'A rate limit of the session, the network or the account is reached, or the system is overloaded.',
    action: 'Nothing was done. Retry after `Retry-After` seconds.',
  },
  INTERNAL: {
    meaning: 'An internal error. The logs contain it under the `requestId`.',
    action: 'Report the `requestId` to the operator of the system.',
  },
  UNAVAILABLE: {
    meaning: 'A dependency of the call is unavailable. Nothing was done.',
    action: 'Retry after `Retry-After` seconds.',
  },
  OUTCOME_UNKNOWN: {
    meaning: 'The call may or may not have been executed: it was forwarded, and no response arrived.',
    action:
      'With an `Idempotency-Key`: retry with the same key. Without one: call `GET /credit/outcome/{transferId}`, or read the state, before you retry.',
  },
}
