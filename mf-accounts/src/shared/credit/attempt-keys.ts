import { newIdempotencyKey } from '@cascade/web-kit'

/** What would be booked; the password is not part of it. */
export type Entry = { kind: 'transfer' | 'adjust'; toUserId: string; userId: string; amount: number; note?: string }
type Attempt = { entry: Entry; key: string; at: number }

/**
 * An attempt whose outcome is not known outlives a reload of the page: somebody who enters the same again after a lost
 * answer gets the answer of the first booking, not a second one. After the length of a session it counts as a new one.
 */
const keptForMs = 30 * 60_000
const nameOf = ({ kind, toUserId }: Pick<Entry, 'kind' | 'toUserId'>) => `credit-attempt:${kind}:${toUserId}`

/** The attempt at this account that got no answer, if any. */
export function openAttempt(of: Pick<Entry, 'kind' | 'toUserId'>, now = Date.now()): Attempt | undefined {
  const stored = sessionStorage.getItem(nameOf(of))
  if (stored === null) return undefined
  // Written by `keyOf` only, in this tab.
  const attempt = JSON.parse(stored) as Attempt
  return now - attempt.at < keptForMs ? attempt : undefined
}

/**
 * What to book `entry` as: a new attempt, unless the same movement is still unanswered. That one goes out again word for
 * word, its note included, as it may have been booked already.
 */
export function attemptOf(entry: Entry, now = Date.now()): Attempt {
  const open = openAttempt(entry, now)
  if (open && isSameMovement(open.entry, entry)) return open
  const attempt: Attempt = { entry, key: newIdempotencyKey(), at: now }
  sessionStorage.setItem(nameOf(entry), JSON.stringify(attempt))
  return attempt
}

const isSameMovement = (a: Entry, b: Entry) =>
  a.kind === b.kind && a.toUserId === b.toUserId && a.userId === b.userId && a.amount === b.amount

/** The server booked or refused: the next attempt is a new one. */
export function settleAttempt(entry: Entry): void {
  sessionStorage.removeItem(nameOf(entry))
}

/** Nothing was sent: what was open before, if anything, still is. */
export function putBackAttempt(entry: Entry, before: Attempt | undefined): void {
  if (before) sessionStorage.setItem(nameOf(entry), JSON.stringify(before))
  else settleAttempt(entry)
}
