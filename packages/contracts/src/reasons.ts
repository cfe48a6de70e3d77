/** Why a call was refused, finer than its code. A name, once here, keeps its meaning; sentences may change. */
export const reasons = [
  'INSUFFICIENT',
  'LIMIT',
  'FROZEN',
  'SELF',
  'MISSING_WALLET',
  'SCOPE_CHANGED',
  'PRECONDITION_FAILED',
  'REF_BOOKED',
  'KEY_REUSED',
  'OVERLOADED',
  'TIMED_OUT',
  'STOPPED',
  'WRONG_PASSWORD',
  'DATABASE_AWAY',
  'SERVICE_AWAY',
  'SERVICE_TOKEN_REFUSED',
] as const
export type Reason = (typeof reasons)[number]
