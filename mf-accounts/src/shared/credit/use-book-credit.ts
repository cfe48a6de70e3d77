import type { Account } from '@cascade/contracts/accounts'
import { ApiError, useActor, wasNotSent } from '@cascade/web-kit'
import type { AccountScope } from '../api/account-scope'
import { attemptOf, type Entry, openAttempt, putBackAttempt, settleAttempt } from './attempt-keys'
import { type Credit, useSendCredit } from './use-send-credit'

type Target = { kind: Entry['kind']; scope: AccountScope }
type Booking = {
  account: Pick<Account, '_id'>
  userId: string
  amount: number
  password: string
  note?: string | undefined
}
/** Points that both sides have afterwards. */
export type Booked = { senderWallet: number; receiverWallet: number }

/** The server said yes or no; otherwise it may have booked and only its answer was lost. */
const isAnswer = (error: unknown) => error instanceof ApiError && error.refused && error.status < 500

/** Thrown when no answer came, so that nobody knows whether it was booked. */
export class NoAnswer extends Error {}

/**
 * Books what a person entered once: repeats of the same entry go out under one key until an answer came.
 * @param refreshes whether every booking makes the screen read again; else whoever books a series does so at its end
 * @returns books, and throws the ApiError of a refusal or of a call that was never sent, else NoAnswer
 */
export function useBookCredit({ kind, scope }: Target, refreshes = true): (booking: Booking) => Promise<Booked> {
  const actor = useActor()
  const send = useSendCredit(scope, refreshes)
  return async ({ account, userId, amount, password, note }) => {
    const toUserId = account._id
    const entry: Entry = { kind, toUserId, userId, amount, ...(note ? { note } : {}) }
    const before = openAttempt(entry)
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
      const { data } = await send.mutateAsync(credit)
      settleAttempt(entry)
      return data
    } catch (error) {
      if (wasNotSent(error)) {
        putBackAttempt(entry, before)
        throw error
      }
      if (!isAnswer(error)) throw new NoAnswer('No answer', { cause: error })
      settleAttempt(entry)
      throw error
    }
  }
}
