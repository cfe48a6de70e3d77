import { z } from 'zod'
import { answerOf, endpoint, Id } from '../define'
import type { Permission } from '../permissions'
import { idIn, noteIn, pointsIn, type Tell } from '../tell'
import { maxAmount, Points, toPoints, withTwoDecimals } from '../values/points'
import { freeText } from '../values/text'
import { Account, WalletOwner } from './account'

export const creditTexts = {
  transferAmount: 'Invalid transfer amount. Please enter a valid number.',
  adjustAmount: 'Invalid adjustment amount. Please enter a valid number.',
  transferPassword: 'Password is required for credit transfer.',
  adjustPassword: 'Password is required for credit adjustment.',
  transferred: 'Credit transferred successfully.',
  adjusted: 'Credit adjustment successful.',
  insufficient: 'Insufficient balance.',
  creditLine: "Beyond the admin's credit line.",
  creditLineLeft: "Beyond the admin's credit line: {points} points are left.",
  wrongPassword: 'Invalid password',
  missingUser: 'User authentication is missing. Please log in again.',
  unknownFailure: 'Unknown error occurred during credit transfer.',
  amountTooSmall: 'Amount must be greater than 0',
} as const

export const amountOf = (message: string, min = 0.01) =>
  withTwoDecimals(
    z
      .number({ error: message })
      .min(min, min === 1 ? creditTexts.amountTooSmall : message)
      .max(toPoints(maxAmount), message),
    message,
  )
export const passwordOf = (message: string) => z.string({ error: message }).min(1, message).max(256)

/**
 * `userId` names the sender: the acting user (default) or the receiver's parent inside the actor's subtree.
 * `authUser` and `parentId` are carried by the forms and ignored.
 */
const parties = { userId: Id.optional(), authUser: z.unknown().optional(), parentId: z.string().optional() }

/** Points pass from the sender to `toUserId`. `transferAmount` is points, more than 0, at most two decimals. */
export const CreditTransferInput = z.strictObject({
  ...parties,
  toUserId: Id,
  transferAmount: amountOf(creditTexts.transferAmount),
  password: passwordOf(creditTexts.transferPassword),
  note: freeText().max(200).optional(),
})
export type CreditTransferInput = z.infer<typeof CreditTransferInput>

/** `credit` takes points back from `toUserId` to the sender; `debit` is the reverse. At least 1 point. */
export const CreditAdjustInput = z.strictObject({
  ...parties,
  toUserId: Id,
  adjustAmount: amountOf(creditTexts.adjustAmount, 1),
  transactionType: z.enum(['credit', 'debit']).default('credit'),
  password: passwordOf(creditTexts.adjustPassword),
  note: freeText().max(200).optional(),
})
export type CreditAdjustInput = z.infer<typeof CreditAdjustInput>

/** The person, or the part of the system, that acted; not always an owner of the points that moved. */
export const ActedBy = z.object({ accountId: z.string(), username: z.string(), role: z.string() })
export type ActedBy = z.infer<typeof ActedBy>

const booked = { transactionId: z.string(), senderWallet: Points, receiverWallet: Points, by: ActedBy }

/** Both balances after; the updated accounts stand under the level's list name, e.g. `players`. */
export const CreditTransferred = z.object(booked).catchall(z.array(Account))

export const CreditAdjusted = z.object({ ...booked, receiver: WalletOwner }).catchall(z.array(Account))

const tellTransfer =
  (label: string): Tell =>
  ({ body }) => ({
    subject: `Credit given: ${label}`,
    does: 'gave {amount} to {object}',
    accountId: idIn(body.toUserId),
    amount: pointsIn(body.transferAmount),
    note: noteIn(body.note),
  })
const tellAdjust =
  (label: string): Tell =>
  ({ body }) => ({
    subject: `${body.transactionType === 'debit' ? 'Credit given' : 'Credit taken back'}: ${label}`,
    does: body.transactionType === 'debit' ? 'gave {amount} to {object}' : 'took {amount} back from {object}',
    accountId: idIn(body.toUserId),
    amount: pointsIn(body.adjustAmount),
    note: noteIn(body.note),
  })
/** Where a level's credit calls stand: at its own base, or below one parent. */
type CreditPlace<P> = {
  id: (verb: string) => string
  may: Permission
  path: string
  label: string
  level: string
  params: P
}

/**
 * Both credit calls: they ask for the actor's password and book points, once for each `Idempotency-Key`, for ever.
 * A client makes a key for each wish of a person and keeps it until an answer carries `Idempotent-Outcome`:
 *
 * - `booked`: done, now or before: with the first answer again (`Idempotent-Replayed: true`), or with 422 `KEY_REUSED`
 *   where it was booked for another request.
 * - `refused`: never booked under this key, now or later; a further try takes a new one.
 * - absent (401, 403, 429, 5xx, no answer, and what was mistyped): no verdict on the key, the same wish keeps it. Before
 *   it is given up, `GET credit/outcome?key=` tells what became of it; `unknown` may change within some ten seconds.
 *
 * Points that come into the tree of an admin from a superadmin use that admin's `creditLine`, and those that go back
 * set it free: what would use more than is left is rejected with `CREDIT_LINE`, final for its key.
 *
 * Whether the same points went to the same account a moment ago, whoever sent them, tells the first page of that
 * account's `GET ledger/{accountId}/statement`: `kind`, `amount`, `by` and `createdAt`.
 */
export function creditCalls<P extends z.ZodType>({ id, may, path, label, level, params }: CreditPlace<P>) {
  const common = { domain: 'accounts', may, params, books: true } as const
  return {
    transfer: endpoint({
      ...common,
      id: id('transfer'),
      call: `POST /${path}/credit-transfer`,
      tell: tellTransfer(level),
      summary: `Transfer credit to: ${label}`,
      body: CreditTransferInput,
      answer: answerOf(CreditTransferred),
    }),
    adjust: endpoint({
      ...common,
      id: id('adjust'),
      call: `POST /${path}/credit-adjust`,
      tell: tellAdjust(level),
      summary: `Take credit back from (or give to): ${label}`,
      body: CreditAdjustInput,
      answer: answerOf(CreditAdjusted),
    }),
  }
}
