import { Points } from '@cascade/contracts'
import {
  type Account,
  type ActedBy,
  type CreditAdjustInput,
  type CreditTransferInput,
  creditTexts,
  ledgerApi,
} from '@cascade/contracts/accounts'
import { type Attempt, call, createAttempts, send, serverNow, useActor } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../shared/calls'

/** A booking without its password. */
export type Booking = { kind: CreditKind; toUserId: string; userId: string; amount: number; note?: string }

/** The note is ignored: an unanswered booking is retried unchanged, because it may have been booked already. */
const isSameBooking = (a: Booking, b: Booking) => a.userId === b.userId && a.amount === b.amount

export const creditAttempts = createAttempts<Booking>({
  operation: 'credit',
  isSame: isSameBooking,
  fetchOutcome: async ({ key }) => (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome,
  warnsOfRepeats: true,
})
export const creditObject = ({ kind, toUserId }: Pick<Booking, 'kind' | 'toUserId'>) => `${kind}:${toUserId}`

type BookingInput = { account: Pick<Account, '_id'>; userId: string; amount: number; password: string; note?: string }
/** Balances after the booking, in points; `isReplayed` if an earlier attempt had booked it, as `booking` shows. */
type BookingResult = {
  booking: Booking
  senderWallet: number
  receiverWallet: number
  transactionId: string
  by: ActedBy
  isReplayed: boolean
}

/**
 * Books points; idempotent across retries.
 * @throws ApiError if it was rejected or never sent, AlreadyBookedError if an earlier attempt was booked,
 * else OutcomeUnknownError
 */
export function useBookCredit(kind: CreditKind, scope: AccountScope): (input: BookingInput) => Promise<BookingResult> {
  const actor = useActor()
  const refresh = useRefreshAccounts()
  const { mutateAsync } = useMutation({
    async mutationFn({ account, userId, amount, password, note }: BookingInput): Promise<BookingResult> {
      const booking = { kind, toUserId: account._id, userId, amount, ...(note ? { note } : {}) }
      return creditAttempts.send(creditObject(booking), booking, async attempt => {
        const { answer, isReplayed } = await sendCredit(scope, attempt, { password, authUser: actor._id })
        return { ...answer.data, booking: attempt.fields, isReplayed }
      })
    },
    onSuccess: refresh,
  })
  return mutateAsync
}

type Signature = Pick<CreditTransferInput & CreditAdjustInput, 'password' | 'authUser'>
type KeyedBooking = Pick<Attempt<Booking>, 'key' | 'fields'>

function sendCredit(scope: AccountScope, { key: idempotencyKey, fields }: KeyedBooking, signature: Signature) {
  const { kind, amount, ...parties } = fields
  const id = parties.toUserId
  const body = { ...parties, ...signature, ...(scope.parentId === undefined ? {} : { parentId: scope.parentId }) }
  if (kind === 'transfer') {
    const { endpoint, params } = accountCall(scope, 'transfer', { id })
    return send(endpoint, { params, body: { ...body, transferAmount: amount }, idempotencyKey })
  }
  const { endpoint, params } = accountCall(scope, 'adjust', { id })
  return send(endpoint, { params, body: { ...body, adjustAmount: amount, transactionType: 'credit' }, idempotencyKey })
}

/** Window in which an identical booking is treated as a likely mistake. */
const duplicateWindowMs = 120_000

/** Milliseconds since an identical booking; undefined outside the window. */
export function msSinceSameBooking(booking: Booking, now = serverNow()): number | undefined {
  const last = creditAttempts.find(creditObject(booking))
  return msSinceBooked(last, ({ amount }) => amount === booking.amount, now)
}

/** Milliseconds since an attempt that was booked and is the same; undefined outside the window. */
export function msSinceBooked<F>(
  last: Attempt<F> | undefined,
  isSame: (fields: F) => boolean,
  now = serverNow(),
): number | undefined {
  if (last?.verdict !== 'booked' || !isSame(last.fields)) return undefined
  // The window starts when the outcome became known: the user may have re-entered it by then.
  return now - (last.settledAt ?? last.sentAt) < duplicateWindowMs ? now - last.sentAt : undefined
}

export type CreditKind = 'transfer' | 'adjust'
/** Named as in the request, so that server errors find their field. */
export type AmountField = 'transferAmount' | 'adjustAmount'

export const amountFieldOf = (kind: CreditKind): AmountField =>
  kind === 'transfer' ? 'transferAmount' : 'adjustAmount'

const amountRequired = 'Amount is required'

/** Validation message of the specification for an amount; NaN stands for text that is not a number. */
export function validateAmount(kind: CreditKind, amount: number | null | undefined): string | undefined {
  if (amount === undefined || amount === null) return amountRequired
  if (Number.isNaN(amount)) return creditTexts[amountFieldOf(kind)]
  if (amount <= 0 || (kind === 'adjust' && amount < 1)) return creditTexts.amountTooSmall
  return Points.safeParse(amount).error?.issues[0]?.message
}

/** First characters of a transaction id, as receipts show it. */
export const toReference = (transactionId: string) => transactionId.slice(0, 8)

/**
 * The id of a booking whose response was lost.
 * @throws ApiError
 */
export async function transferIdOf({ key }: Pick<Attempt<Booking>, 'key'>): Promise<string> {
  return (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.transferId
}

/** Receipt of a booking; balances are those after it, in points, or current ones if its response was lost. */
export type Receipt = {
  booking: Booking
  /** Usernames of payer, receiver and acting user. */
  from: string
  to: string
  by: string
  at: Date
  transferId: string
  fromBalance: number
  toBalance: number
}
