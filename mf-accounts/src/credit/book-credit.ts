import { Points } from '@cascade/contracts'
import {
  type Account,
  type CreditAdjustInput,
  type CreditTransferInput,
  creditTexts,
  ledgerApi,
} from '@cascade/contracts/accounts'
import { call, createAttempts, send, serverNow, useActor } from '@cascade/web-kit'
import { useMutation } from '@tanstack/react-query'
import { type AccountScope, accountCall, useRefreshAccounts } from '../accounts/calls'

/** What would be booked; the password is not part of it. */
export type Entry = { kind: CreditKind; toUserId: string; userId: string; amount: number; note?: string }

/** An unanswered movement goes out again word for word, its note included, as it may have been booked already. */
const isSameMovement = (a: Entry, b: Entry) => a.userId === b.userId && a.amount === b.amount

/** For each account and direction. */
export const creditAttempts = createAttempts<Entry>({
  operation: 'credit',
  isSame: isSameMovement,
  ask: async ({ key }) => (await call(ledgerApi.outcomeOfKey, { query: { key } })).data.outcome,
  hasSlipGuard: true,
})
export const creditObject = ({ kind, toUserId }: Pick<Entry, 'kind' | 'toUserId'>) => `${kind}:${toUserId}`

type Booking = { account: Pick<Account, '_id'>; userId: string; amount: number; password: string; note?: string }
/** Points that both sides have afterwards; `isReplayed` when an earlier try had booked it already, as `entry` says. */
type Booked = {
  entry: Entry
  senderWallet: number
  receiverWallet: number
  transactionId: string
  isReplayed: boolean
}

/**
 * Books what a person entered once, however often it is sent.
 * @returns books, and throws the ApiError of a refusal or of a call that was never sent, BookedBefore, else Unanswered
 */
export function useBookCredit(kind: CreditKind, scope: AccountScope): (booking: Booking) => Promise<Booked> {
  const actor = useActor()
  const refresh = useRefreshAccounts()
  const { mutateAsync } = useMutation({
    async mutationFn({ account, userId, amount, password, note }: Booking): Promise<Booked> {
      const entry = { kind, toUserId: account._id, userId, amount, ...(note ? { note } : {}) }
      return creditAttempts.send(creditObject(entry), entry, async attempt => {
        const { answer, isReplayed } = await sendCredit(scope, attempt, { password, authUser: actor._id })
        return { ...answer.data, entry: attempt.fields, isReplayed }
      })
    },
    onSuccess: refresh,
  })
  return mutateAsync
}

type Signature = Pick<CreditTransferInput & CreditAdjustInput, 'password' | 'authUser'>
type SentEntry = { key: string; fields: Entry }

function sendCredit(scope: AccountScope, { key: idempotencyKey, fields }: SentEntry, signature: Signature) {
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

/** Within this time a second equal movement is more often a slip than meant. */
const slipWithinMs = 120_000

/** How long ago the same points went the same way, in milliseconds; undefined when that is no slip. */
export function bookedAgoMs(entry: Entry, now = serverNow()): number | undefined {
  const last = creditAttempts.find(creditObject(entry))
  if (last?.verdict !== 'booked' || last.fields.amount !== entry.amount) return undefined
  // Somebody who has just learnt of it may enter it again as well.
  return now - (last.settledAt ?? last.sentAt) < slipWithinMs ? now - last.sentAt : undefined
}

export type CreditKind = 'transfer' | 'adjust'
/** Fields are called as in the request, so that the server's faults find them. */
export type AmountField = 'transferAmount' | 'adjustAmount'

export const amountFieldOf = (kind: CreditKind): AmountField =>
  kind === 'transfer' ? 'transferAmount' : 'adjustAmount'

const amountRequired = 'Amount is required'

/** Why an amount cannot be booked, in the words of the specification; NaN is a text that is not read. */
export function faultOfAmount(kind: CreditKind, amount: number | null | undefined): string | undefined {
  if (amount === undefined || amount === null) return amountRequired
  if (Number.isNaN(amount)) return creditTexts[amountFieldOf(kind)]
  if (amount <= 0 || (kind === 'adjust' && amount < 1)) return creditTexts.amountTooSmall
  return Points.safeParse(amount).error?.issues[0]?.message
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
