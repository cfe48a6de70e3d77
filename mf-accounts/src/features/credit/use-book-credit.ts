import type { Account } from '@cascade/contracts/accounts'
import { ApiError, useActor } from '@cascade/web-kit'
import type { AccountScope } from '../../api/scope'
import { type Credit, useSendCredit } from '../../api/send-credit'
import { type Entry, keyOf, settleAttempt } from './attempt-keys'
import type { CreditKind } from './check-credit'

type Target = { kind: CreditKind; scope: AccountScope; account: Account }
type Booking = { userId: string; amount: number; password: string }

/** The server said yes or no; otherwise it may have booked and only its answer was lost. */
const isAnswer = (error: unknown) => error instanceof ApiError && error.refused && error.status < 500

/** Thrown when no answer came, so that nobody knows whether it was booked. */
export class NoAnswer extends Error {}

/**
 * Books once per wish of a person: repeats of the same entry go out under one key until an answer came.
 * @returns books, and throws the ApiError of a refusal or NoAnswer
 */
export function useBookCredit({ kind, scope, account }: Target): (booking: Booking) => Promise<void> {
  const actor = useActor()
  const send = useSendCredit(scope)
  return async ({ userId, amount, password }) => {
    const toUserId = account._id
    const entry: Entry = { kind, toUserId, userId, amount }
    const parties = { userId, toUserId, password, authUser: actor._id }
    const parent = scope.parentId === undefined ? {} : { parentId: scope.parentId }
    const key = keyOf(entry)
    const credit: Credit =
      kind === 'transfer'
        ? { kind, key, body: { ...parties, ...parent, transferAmount: amount } }
        : { kind, key, body: { ...parties, ...parent, adjustAmount: amount, transactionType: 'credit' } }
    try {
      await send.mutateAsync(credit)
    } catch (error) {
      if (!isAnswer(error)) throw new NoAnswer('No answer', { cause: error })
      settleAttempt(entry)
      throw error
    }
    settleAttempt(entry)
  }
}
