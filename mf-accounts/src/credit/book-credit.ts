import {
  type Account,
  type CreditAdjustInput,
  type CreditTransferInput,
  creditTexts,
  ledgerApi,
} from '@cascade/contracts/accounts'
import { ApiError, call, isTransient, newIdempotencyKey, noAnswer, send, useActor, wasNotSent } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../accounts/calls'

type Target = { kind: Entry['kind']; scope: AccountScope }
type Booking = {
  account: Pick<Account, '_id'>
  userId: string
  amount: number
  password: string
  note?: string | undefined
}
/** Points that both sides have afterwards; `isReplayed` when an earlier try had booked it already. */
type Booked = { senderWallet: number; receiverWallet: number; transactionId: string; isReplayed: boolean }

/** Thrown when no answer came, so that nobody knows whether it was booked. */
class NoAnswer extends Error {}

/** Thrown instead of booking: an attempt before, whose answer was lost, turned out to be booked. */
export class BookedBefore extends Error {
  constructor(readonly amount: number) {
    super('Booked before')
  }
}

/** Of what the server does not know this long after it was sent, nothing can be on its way any more. */
const onItsWayMs = 15_000

/** Before an attempt is given up for another one, the server is asked what became of it. */
async function learnOutcome(open: Attempt): Promise<void> {
  const { data } = await call(ledgerApi.outcomeOfKey, { query: { key: open.key } }).catch((cause: unknown) => {
    throw wasNotSent(cause) ? cause : new NoAnswer('No answer', { cause })
  })
  if (data.outcome === 'unknown' && Date.now() - open.at < onItsWayMs) throw new NoAnswer('Still on its way')
  settleAttempt(open, data.outcome === 'booked')
  if (data.outcome === 'booked') throw new BookedBefore(open.entry.amount)
}

/**
 * Books what a person entered once: repeats of the same entry go out under one key until its outcome is known.
 * @returns books, and throws the ApiError of a refusal or of a call that was never sent, BookedBefore, else NoAnswer
 */
export function useBookCredit({ kind, scope }: Target): (booking: Booking) => Promise<Booked> {
  const actor = useActor()
  const send = useSendCredit(scope)
  return async ({ account, userId, amount, password, note }) => {
    const toUserId = account._id
    const entry: Entry = { kind, toUserId, userId, amount, ...(note ? { note } : {}) }
    const before = openAttempt(entry)
    const isSame = before !== undefined && isSameMovement(before.entry, entry)
    if (before && !isSame) await learnOutcome(before)
    const attempt = attemptOf(entry)
    const { key } = attempt
    const parties = {
      userId,
      toUserId,
      password,
      authUser: actor._id,
      ...(attempt.entry.note ? { note: attempt.entry.note } : {}),
    }
    const parent = scope.parentId === undefined ? {} : { parentId: scope.parentId }
    const credit: Credit =
      kind === 'transfer'
        ? { kind, key, body: { ...parties, ...parent, transferAmount: amount } }
        : { kind, key, body: { ...parties, ...parent, adjustAmount: amount, transactionType: 'credit' } }
    try {
      const { answer, isReplayed } = await send.mutateAsync(credit)
      settleAttempt(attempt, true)
      return { ...answer.data, isReplayed }
    } catch (error) {
      if (wasNotSent(error)) {
        putBackAttempt(entry, isSame ? before : undefined)
        throw error
      }
      const refusal = error instanceof ApiError && error.refused && error.status < 500 ? error : undefined
      // 401, 403 and 429 come before the call is looked at: they are no verdict on a try before.
      const isVerdict = refusal && (refusal.outcome !== undefined || !(isSame || mayBeBooked(credit)))
      if (isVerdict) settleAttempt(attempt, refusal.outcome === 'booked')
      throw refusal ?? new NoAnswer('No answer', { cause: error })
    }
  }
}

type Credit =
  | { kind: 'transfer'; key: string; body: CreditTransferInput }
  | { kind: 'adjust'; key: string; body: CreditAdjustInput }

const maxRepeats = 2
const firstPauseMs = 500

/** Books credit. Where no answer came, the same key goes out again by itself: the ledger books it only once. */
function useSendCredit(scope: AccountScope) {
  const refresh = useRefreshAccounts()
  return useMutation({
    mutationFn: (credit: Credit) => trySending(scope, credit),
    retry: (failures, error) => failures < maxRepeats && isTransient(error),
    retryDelay: attempt => firstPauseMs * 2 ** attempt,
    onSuccess: refresh,
  })
}

const lost = new WeakSet<Credit>()
/** Whether a try of it got no answer, so that it may have been booked, whatever a later try is told. */
const mayBeBooked = (credit: Credit) => lost.has(credit)

/** A repeat that finds no connection must not say that nothing was sent: the try before it was. */
async function trySending(scope: AccountScope, credit: Credit) {
  try {
    return await sendCredit(scope, credit)
  } catch (error) {
    if (!(error instanceof ApiError && error.refused && error.status < 500) && !wasNotSent(error)) lost.add(credit)
    throw wasNotSent(error) && lost.has(credit) ? noAnswer(error) : error
  }
}

function sendCredit(scope: AccountScope, { kind, key: idempotencyKey, body }: Credit) {
  const id = body.toUserId
  if (kind === 'transfer') {
    const { endpoint, params } = accountCall(scope, 'transfer', { id })
    return send(endpoint, { params, body, idempotencyKey })
  }
  const { endpoint, params } = accountCall(scope, 'adjust', { id })
  return send(endpoint, { params, body, idempotencyKey })
}

/** What would be booked; the password is not part of it. */
export type Entry = { kind: CreditKind; toUserId: string; userId: string; amount: number; note?: string }
/** `at` is when it was last sent. */
type Attempt = { entry: Entry; key: string; at: number }
type AttemptKeysTarget = Pick<Entry, 'kind' | 'toUserId'>

/**
 * An attempt whose outcome is not known outlives a reload of the page and any time: somebody who enters the same again
 * after a lost answer gets the answer of the first booking, not a second one.
 */
const attempts = (of: AttemptKeysTarget) => `credit-attempt:${of.kind}:${of.toUserId}`
const bookings = (of: AttemptKeysTarget) => `credit-booked:${of.kind}:${of.toUserId}`

/** What this tab wrote, as only this file does. */
function stored(name: string): Attempt | undefined {
  const text = sessionStorage.getItem(name)
  return text === null ? undefined : (JSON.parse(text) as Attempt)
}
const store = (name: string, attempt: Attempt) => sessionStorage.setItem(name, JSON.stringify(attempt))

/** The attempt at this account that got no answer, if any. */
export const openAttempt = (of: AttemptKeysTarget) => stored(attempts(of))

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

const isSameMovement = (a: Entry, b: Entry) =>
  a.kind === b.kind && a.toUserId === b.toUserId && a.userId === b.userId && a.amount === b.amount

/** The outcome is known: the next attempt is a new one. One that was booked is remembered for a while. */
export function settleAttempt(attempt: Attempt, isBooked: boolean): void {
  sessionStorage.removeItem(attempts(attempt.entry))
  if (isBooked) store(bookings(attempt.entry), attempt)
}

/** Nothing was sent: what was open before, if anything, still is. */
function putBackAttempt(entry: Entry, before: Attempt | undefined): void {
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

export type CreditKind = 'transfer' | 'adjust'
/** Fields are called as in the request, so that the server's faults find them. */
export type AmountField = 'transferAmount' | 'adjustAmount'

export const amountFieldOf = (kind: CreditKind): AmountField =>
  kind === 'transfer' ? 'transferAmount' : 'adjustAmount'

const amountRequired = 'Amount is required'

/** What the specification says of an amount that cannot be booked; NaN is a text that is no figure. */
export function faultOfAmount(kind: CreditKind, amount: number | null | undefined): string | undefined {
  if (amount === undefined || amount === null) return amountRequired
  if (kind === 'adjust' && amount < 1) return creditTexts.amountTooSmall
  const isValid = amount > 0 && Number(amount.toFixed(2)) === amount
  return isValid ? undefined : creditTexts[amountFieldOf(kind)]
}

/** What was booked, as it stays on screen. Balances are those after it, in points. */
export type Receipt = {
  entry: Entry
  /** Usernames: who paid, who got it, and the person who did it. */
  from: string
  to: string
  by: string
  at: Date
  /** The beginning of the transaction's id. */
  reference: string
  fromBalance: number
  toBalance: number
}
