import { accessReasons } from './access-reasons'
import type { Entry } from './code-catalogue'
import type { ErrorCode } from './errors'
import type { Reason } from './reasons'

/** Meaning of each reason, and the code it comes with. */
export const reasonCatalogue: Readonly<Record<Reason, Entry & { code: ErrorCode }>> = {
  INSUFFICIENT: {
    code: 'VALIDATION',
    meaning: 'The source has fewer points than the amount. Final for its `Idempotency-Key`, except for a bet.',
    action: 'Send a smaller amount under a new key.',
  },
  LIMIT: {
    code: 'VALIDATION',
    meaning: 'The amount, or the resulting balance, exceeds what the ledger can hold. Final for its key.',
    action: 'Send a smaller amount under a new key.',
  },
  CREDIT_LINE: {
    code: 'VALIDATION',
    meaning: "The amount exceeds what is left of the admin's credit line, `creditLeft`. Final for its key.",
    action: 'Send a smaller amount under a new key, or ask a superadmin to raise `creditLine`.',
  },
  BALANCE_LIMIT: {
    code: 'VALIDATION',
    meaning: 'The balance would exceed `balanceMax` of the receiver. Final for its key.',
    action: 'Send a smaller amount under a new key, or ask an account above to raise the limit.',
  },
  GIVE_LIMIT: {
    code: 'VALIDATION',
    meaning: 'More would leave the wallet downwards today than `giveDayMax` of its account. Final for its key.',
    action: 'Send a smaller amount under a new key, wait until tomorrow, or ask an account above to raise the limit.',
  },
  TRANSFER_OFF: {
    code: 'VALIDATION',
    meaning: 'The account that acts, or whose points would move down, has `mayTransfer` false. Final for its key.',
    action: 'Ask an account above.',
  },
  STAKE_LIMIT: {
    code: 'VALIDATION',
    meaning: 'The stakes of the day would exceed a `stakeDayMax` of the player or of an account above.',
    action: 'Bet less, or wait until tomorrow.',
  },
  LOSS_LIMIT: {
    code: 'VALIDATION',
    meaning: 'The loss of the day would exceed a `lossDayMax` of the player or of an account above; open stakes count.',
    action: 'Bet less, or wait until open draws are settled or until tomorrow.',
  },
  PAUSED: {
    code: 'VALIDATION',
    meaning: 'The player has paused play (`limits/own/pause`).',
    action: 'Wait until `pausedUntil`.',
  },
  FROZEN: {
    code: 'FORBIDDEN',
    meaning: 'The source or the destination is not active.',
    action: 'Activate the account first.',
  },
  SELF: {
    code: 'FORBIDDEN',
    meaning: 'Source and destination are the same account.',
    action: 'Choose another destination.',
  },
  MISSING_WALLET: {
    code: 'NOT_FOUND',
    meaning: 'The source or the destination does not exist, or is closed.',
    action: 'Check the id.',
  },
  SCOPE_CHANGED: {
    code: 'CONFLICT',
    meaning: 'An account was moved, suspended or activated while the call ran.',
    action: 'Read the current state and retry with the same key.',
  },
  PRECONDITION_FAILED: {
    code: 'CONFLICT',
    meaning: 'A precondition of the call changed while it ran.',
    action: 'Read the current state and retry with the same key.',
  },
  KEY_REUSED: {
    code: 'UNPROCESSABLE',
    meaning: 'The `Idempotency-Key` was used for another request.',
    action: 'Use a new key for a new request.',
  },
  REVERSED: {
    code: 'CONFLICT',
    meaning: 'The transfer or payment has been reversed already. Final for its key.',
    action: 'Read it again: `reversedBy` names the reversal.',
  },
  NOT_REVERSIBLE: {
    code: 'CONFLICT',
    meaning:
      'The booking is older than 30 days, comes from play, returned the balance of a deleted account, is a reversal itself, or one of its accounts is deleted.',
    action: 'Move the points by a new transfer, or record the opposite payment.',
  },
  APPROVAL_NEEDED: {
    code: 'FORBIDDEN',
    meaning: 'The call needs a second person. Only between processes: callers get 202 and the id of the request.',
    action: 'Wait for the decision (`GET approvals`).',
  },
  DECLINED: {
    code: 'CONFLICT',
    meaning:
      'The request for a second person under this key was declined or withdrawn, or has expired. Final for its key.',
    action: 'Make a new request under a new key.',
  },
  OVERLOADED: {
    code: 'TOO_MANY_REQUESTS',
    meaning: 'The ledger is overloaded. Nothing was booked.',
    action: 'Retry after `Retry-After` seconds.',
  },
  TOO_MANY_REJECTIONS: {
    code: 'TOO_MANY_REQUESTS',
    meaning: 'A hundred bookings of this account were rejected in this hour. Nothing was booked, nothing is stored.',
    action: 'Check balance and credit line, and retry after `Retry-After` seconds.',
  },
  IN_FLIGHT: {
    code: 'TOO_MANY_REQUESTS',
    meaning: 'Too many calls of this session or account are in flight. Nothing was done.',
    action: 'Retry after `Retry-After` seconds, with fewer concurrent calls.',
  },
  TIMED_OUT: {
    code: 'OUTCOME_UNKNOWN',
    meaning: 'The ledger did not answer in time.',
    action: 'Retry with the same key, or read the outcome of `transferId`.',
  },
  NOT_BOOKED: {
    code: 'UNAVAILABLE',
    meaning: 'The ledger could not book it in time. Nothing was booked.',
    action: 'Retry after `Retry-After` seconds.',
  },
  STOPPED: {
    code: 'UNAVAILABLE',
    meaning: 'The service is shutting down. Nothing was booked.',
    action: 'Retry after `Retry-After` seconds.',
  },
  WRONG_PASSWORD: {
    code: 'VALIDATION',
    meaning: 'The password that confirms the operation is wrong. Nothing was done.',
    action: 'Ask for the password again and keep the `Idempotency-Key`.',
  },
  IN_PLAY: {
    code: 'CONFLICT',
    meaning: 'The player has open tickets, unclaimed wins or debts: `errors` says how many, and how many points.',
    action: 'Wait until they are settled, or retry with `settle=true`.',
  },
  DRAW_CLOSED: {
    code: 'CONFLICT',
    meaning: 'Betting on this draw is closed.',
    action: 'Bet on the next draw. A ticket stays; a wrong result can be corrected.',
  },
  TOO_LATE: {
    code: 'CONFLICT',
    meaning: 'The booking deadline has passed.',
    action: 'Bet on the next draw.',
  },
  NOT_WON: {
    code: 'CONFLICT',
    meaning: 'There is no such win, or it was already claimed.',
    action: 'Read the tickets again.',
  },
  NOT_STAKED: {
    code: 'NOT_FOUND',
    meaning: 'There is no such ticket of the player.',
    action: 'Read the tickets again.',
  },
  OFFERING_LIMIT: {
    code: 'CONFLICT',
    meaning: 'The wins of this game have reached the daily limit of the installation (`LEDGER_OFFERING_DAY_LIMIT`).',
    action: 'The operator of the system checks the wins and raises the limit if they are correct.',
  },
  BETTING_STOPPED: {
    code: 'CONFLICT',
    meaning: 'An operator has stopped betting on this game.',
    action: 'Wait until betting is allowed again.',
  },
  OPTION_FULL: {
    code: 'CONFLICT',
    meaning: 'The draw takes no more stakes on one of these bets.',
    action: 'Bet less, or on another option.',
  },
  DAY_LIMIT: {
    code: 'CONFLICT',
    meaning: 'The player has reached the daily stake limit of this game.',
    action: 'Wait until tomorrow.',
  },
  DATABASE_AWAY: {
    code: 'UNAVAILABLE',
    meaning: 'A service cannot reach its database.',
    action: 'Retry after `Retry-After` seconds.',
  },
  FILE_NOT_VERIFIED: {
    code: 'UNAVAILABLE',
    meaning: 'A file of a remote on another host is not the one that its build lists; status 502.',
    action: 'Nothing to do for clients: the operator deploys the remote again.',
  },
  SERVICE_AWAY: {
    code: 'UNAVAILABLE',
    meaning: 'The service that answers this call cannot be reached.',
    action: 'Retry after `Retry-After` seconds.',
  },
  MAINTENANCE: {
    code: 'UNAVAILABLE',
    meaning: 'A maintenance is in force: only superadmins change anything. Nothing was done.',
    action: 'Retry after `Retry-After` seconds. `GET /maintenance` says until when.',
  },
  CASE_LIMIT: {
    code: 'VALIDATION',
    meaning: 'The account has 20 open cases, or the case has 100 answers.',
    action: 'Wait until one is closed, or open a new case.',
  },
  ...accessReasons,
}
