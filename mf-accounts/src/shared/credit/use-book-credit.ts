import { type Account, ledgerApi } from '@cascade/contracts/accounts'
import { ApiError, call, useActor, wasNotSent } from '@cascade/web-kit'
import type { AccountScope } from '../api/account-scope'
import {
  type Attempt,
  attemptOf,
  type Entry,
  isSameMovement,
  openAttempt,
  putBackAttempt,
  settleAttempt,
} from './attempt-keys'
import { type Credit, mayBeBooked, useSendCredit } from './use-send-credit'

type Target = { kind: Entry['kind']; scope: AccountScope }
type Booking = {
  account: Pick<Account, '_id'>
  userId: string
  amount: number
  password: string
  note?: string | undefined
}
/** Points that both sides have afterwards; `isReplayed` when an earlier try had booked it already. */
export type Booked = { senderWallet: number; receiverWallet: number; isReplayed: boolean }

/** Thrown when no answer came, so that nobody knows whether it was booked. */
export class NoAnswer extends Error {}

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
 * @param refreshes whether every booking makes the screen read again; else whoever books a series does so at its end
 * @returns books, and throws the ApiError of a refusal or of a call that was never sent, BookedBefore, else NoAnswer
 */
export function useBookCredit({ kind, scope }: Target, refreshes = true): (booking: Booking) => Promise<Booked> {
  const actor = useActor()
  const send = useSendCredit(scope, refreshes)
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
