import type { ErrorCode } from './errors'
import type { Reason } from './reasons'

type Entry = { meaning: string; action: string }

/** What each code means and what a caller does about it, as `/docs/errors` shows it. */
export const codeCatalogue: Readonly<Record<ErrorCode, Entry>> = {
  VALIDATION: {
    meaning: 'The request is not what the call takes. `errors` names the fields.',
    action: 'Correct the fields and send it again.',
  },
  UNAUTHENTICATED: {
    meaning: 'There is no token, it has expired, or its session has ended. Also: the password of a sign-in is wrong.',
    action: 'Sign in again.',
  },
  FORBIDDEN: {
    meaning: 'The role, or a rule of the operation, does not allow it.',
    action: 'Do not repeat it; somebody above has to do it.',
  },
  NOT_FOUND: {
    meaning: 'There is no such call or object, or it is outside of what the user may see; both answer the same.',
    action: 'Check the address and the id.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The address exists, but not with this method.',
    action: 'Use one of the methods in the header `Allow`.',
  },
  CONFLICT: {
    meaning: 'Something has changed in the meantime, or a value that must be unique is taken.',
    action: 'Read again, decide again, send again.',
  },
  TOO_LARGE: {
    meaning: 'The body, one of its files, or their number is larger than the call takes.',
    action: 'Send less.',
  },
  UNPROCESSABLE: {
    meaning: 'The `Idempotency-Key` belongs to another request.',
    action: 'Use a new key for a new request.',
  },
  TOO_MANY_REQUESTS: {
    meaning: 'A limit of the session, the network or the account is reached, or the system is full.',
    action: 'Wait as long as `Retry-After` says, in seconds. Nothing was done.',
  },
  INTERNAL: {
    meaning: 'A fault of ours. The `requestId` finds it in our logs.',
    action: 'Tell the operator of the system, with the `requestId`.',
  },
  UNAVAILABLE: {
    meaning: 'Something that the call needs is away. Nothing was done.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  OUTCOME_UNKNOWN: {
    meaning: 'The call may have been carried out: it was handed on, and no answer came back.',
    action:
      'With an `Idempotency-Key`: send it again with the same key. Without: ask `GET /credit/outcome/{transferId}`, or read the state, before you repeat it.',
  },
}

/** What each reason means, and the code it stands beside. */
export const reasonCatalogue: Readonly<Record<Reason, Entry & { code: ErrorCode }>> = {
  INSUFFICIENT: {
    code: 'VALIDATION',
    meaning: 'The source has fewer points than the amount. Final for its `Idempotency-Key`.',
    action: 'Send a smaller amount under a new key.',
  },
  LIMIT: {
    code: 'VALIDATION',
    meaning: 'The amount, or the balance it would leave, is larger than the ledger holds. Final for its key.',
    action: 'Send a smaller amount under a new key.',
  },
  CREDIT_LINE: {
    code: 'VALIDATION',
    meaning:
      "It would use more of the admin's credit line than is left; the message says how much is. Final for its key.",
    action: 'Send a smaller amount under a new key, or let a superadmin raise `creditLine`.',
  },
  FROZEN: {
    code: 'FORBIDDEN',
    meaning: 'The source or the destination is not active.',
    action: 'Activate the account first.',
  },
  SELF: { code: 'FORBIDDEN', meaning: 'Source and destination are one account.', action: 'Name another destination.' },
  MISSING_WALLET: {
    code: 'NOT_FOUND',
    meaning: 'The source or the destination does not exist, or is closed.',
    action: 'Check the id.',
  },
  SCOPE_CHANGED: {
    code: 'CONFLICT',
    meaning: 'An account was moved, suspended or activated while the call ran.',
    action: 'Read again and repeat it with the same key.',
  },
  PRECONDITION_FAILED: {
    code: 'CONFLICT',
    meaning: 'What the decision rested on has changed while the call ran.',
    action: 'Read again and repeat it with the same key.',
  },
  KEY_REUSED: {
    code: 'UNPROCESSABLE',
    meaning: 'The `Idempotency-Key` was used for another request.',
    action: 'Use a new key for a new request.',
  },
  OVERLOADED: {
    code: 'TOO_MANY_REQUESTS',
    meaning: 'The ledger has more to do than it can answer in time. Nothing was booked.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  IN_FLIGHT: {
    code: 'TOO_MANY_REQUESTS',
    meaning: 'Too many calls of this session or account wait for their answers. Nothing was done.',
    action: 'Repeat it after `Retry-After` seconds, and make fewer calls at once.',
  },
  TIMED_OUT: {
    code: 'OUTCOME_UNKNOWN',
    meaning: 'The ledger did not answer in time.',
    action: 'Repeat it with the same key, or ask for the outcome of `transferId`.',
  },
  NOT_BOOKED: {
    code: 'UNAVAILABLE',
    meaning: 'The ledger could not book it in time. Surely nothing was booked.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  STOPPED: {
    code: 'UNAVAILABLE',
    meaning: 'The service is being stopped. Nothing was booked.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  WRONG_PASSWORD: {
    code: 'VALIDATION',
    meaning: 'The password that confirms the operation is wrong. Nothing was done.',
    action: 'Ask for the password again; the `Idempotency-Key` stays.',
  },
  IN_PLAY: {
    code: 'CONFLICT',
    meaning: 'The player has open tickets, unclaimed wins or debts: `errors` says how many, and how many points.',
    action: 'Wait until they are settled, or repeat it with `settle=true`.',
  },
  DRAW_CLOSED: {
    code: 'CONFLICT',
    meaning: 'Betting on this draw is closed.',
    action: 'Bet on the next draw.',
  },
  TOO_LATE: {
    code: 'CONFLICT',
    meaning: 'The moment until which it could be booked has passed.',
    action: 'Bet on the next draw.',
  },
  NOT_WON: {
    code: 'CONFLICT',
    meaning: 'There is no such win, or it is claimed already.',
    action: 'Read the tickets again.',
  },
  PAIR_LIMIT: {
    code: 'CONFLICT',
    meaning: 'The tickets of this game have won as much today as the installation allows (`LEDGER_PAIR_DAY_LIMIT`).',
    action: 'The operator of the system looks at the wins, and raises the limit if they are right.',
  },
  BETTING_STOPPED: {
    code: 'CONFLICT',
    meaning: 'An operator has stopped betting on this game.',
    action: 'Wait until it is allowed again.',
  },
  OPTION_FULL: {
    code: 'CONFLICT',
    meaning: 'The draw takes no more on one of these bets.',
    action: 'Bet less, or on something else.',
  },
  DAY_LIMIT: {
    code: 'CONFLICT',
    meaning: 'The player has staked as much on this game today as is allowed.',
    action: 'Wait until tomorrow.',
  },
  DATABASE_AWAY: {
    code: 'UNAVAILABLE',
    meaning: 'A service cannot reach its database.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  SERVICE_AWAY: {
    code: 'UNAVAILABLE',
    meaning: 'The service that answers this call cannot be reached.',
    action: 'Repeat it after `Retry-After` seconds.',
  },
  SERVICE_TOKEN_REFUSED: {
    code: 'UNAVAILABLE',
    meaning: 'A service does not trust the process that called it: clocks or keys of the installation are wrong.',
    action: 'Tell the operator of the system. The session is not at fault and stays open.',
  },
  ORIGIN_NOT_ALLOWED: {
    code: 'FORBIDDEN',
    meaning: 'The page that called has another address than the suite is set up for.',
    action: 'Use the address of the suite. Its operator sets `PUBLIC_ORIGIN` behind a proxy, or `ALLOWED_ORIGINS`.',
  },
}
