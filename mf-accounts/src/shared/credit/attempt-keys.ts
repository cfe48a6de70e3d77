import { newIdempotencyKey } from '@cascade/web-kit'
import type { CreditKind } from './credit-amount'

/** What would be booked; the password is not part of it. */
export type Entry = { kind: CreditKind; toUserId: string; userId: string; amount: number; note?: string }
/** `at` is when it was last sent. */
export type Attempt = { entry: Entry; key: string; at: number }
type Target = Pick<Entry, 'kind' | 'toUserId'>

/**
 * An attempt whose outcome is not known outlives a reload of the page and any time: somebody who enters the same again
 * after a lost answer gets the answer of the first booking, not a second one.
 */
const attempts = (of: Target) => `credit-attempt:${of.kind}:${of.toUserId}`
const bookings = (of: Target) => `credit-booked:${of.kind}:${of.toUserId}`

/** What this tab wrote, as only this file does. */
function stored(name: string): Attempt | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}
const store = (name: string, attempt: Attempt) => sessionStorage.setItem(name, JSON.stringify(attempt))

/** The attempt at this account that got no answer, if any. */
export const openAttempt = (of: Target) => stored(attempts(of))

/**
 * What to book `entry` as: a new attempt, unless the same movement is still unanswered. That one goes out again word for
 * word, its note included, as it may have been booked already.
 */
export function attemptOf(entry: Entry, now = Date.now()): Attempt {
  const open = openAttempt(entry)
  const attempt =
    open && isSameMovement(open.entry, entry) ? { ...open, at: now } : { entry, key: newIdempotencyKey(), at: now }
  store(attempts(entry), attempt)
  return attempt
}

export const isSameMovement = (a: Entry, b: Entry) =>
  a.kind === b.kind && a.toUserId === b.toUserId && a.userId === b.userId && a.amount === b.amount

/** The outcome is known: the next attempt is a new one. One that was booked is remembered for a while. */
export function settleAttempt(attempt: Attempt, isBooked: boolean): void {
  sessionStorage.removeItem(attempts(attempt.entry))
  if (isBooked) store(bookings(attempt.entry), attempt)
}

/** Nothing was sent: what was open before, if anything, still is. */
export function putBackAttempt(entry: Entry, before: Attempt | undefined): void {
  if (before) store(attempts(entry), before)
  else sessionStorage.removeItem(attempts(entry))
}

/** Within this time a second equal movement is more often a slip than meant. */
const slipWithinMs = 120_000

/** How long ago the same points went the same way, in milliseconds; undefined when that is no slip. */
export function bookedAgoMs(entry: Entry, now = Date.now()): number | undefined {
  const booked = stored(bookings(entry))
  if (!booked || booked.entry.amount !== entry.amount) return undefined
  return now - booked.at < slipWithinMs ? now - booked.at : undefined
}
