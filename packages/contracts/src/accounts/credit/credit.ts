import { z } from 'zod'
import { Id } from '../../define'
import { maxAmount, Points, toPoints, withTwoDecimals } from '../../values/points'
import { Account, WalletOwner } from '../account'

export const creditTexts = {
  transferAmount: 'Invalid transfer amount. Please enter a valid number.',
  adjustAmount: 'Invalid adjustment amount. Please enter a valid number.',
  transferPassword: 'Password is required for credit transfer.',
  adjustPassword: 'Password is required for credit adjustment.',
  transferred: 'Credit transferred successfully.',
  adjusted: 'Credit adjustment successful.',
  insufficient: 'Insufficient balance.',
  wrongPassword: 'Invalid password',
  missingUser: 'User authentication is missing. Please log in again.',
  unknownFailure: 'Unknown error occurred during credit transfer.',
  amountTooSmall: 'Amount must be greater than 0',
} as const

const amountOf = (message: string, min = 0.01) =>
  withTwoDecimals(
    z
      .number({ error: message })
      .min(min, min === 1 ? creditTexts.amountTooSmall : message)
      .max(toPoints(maxAmount), message),
    message,
  )
const passwordOf = (message: string) => z.string({ error: message }).min(1, message).max(256)

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
  note: z.string().trim().max(200).optional(),
})
export type CreditTransferInput = z.infer<typeof CreditTransferInput>

/** `credit` takes points back from `toUserId` to the sender; `debit` is the reverse. At least 1 point. */
export const CreditAdjustInput = z.strictObject({
  ...parties,
  toUserId: Id,
  adjustAmount: amountOf(creditTexts.adjustAmount, 1),
  transactionType: z.enum(['credit', 'debit']).default('credit'),
  password: passwordOf(creditTexts.adjustPassword),
  note: z.string().trim().max(200).optional(),
})
export type CreditAdjustInput = z.infer<typeof CreditAdjustInput>

/** The person, or the part of the system, that acted; not always an owner of the points that moved. */
export const ActedBy = z.object({ accountId: z.string(), username: z.string(), role: z.string() })
export type ActedBy = z.infer<typeof ActedBy>

const booked = { transactionId: z.string(), senderWallet: Points, receiverWallet: Points, by: ActedBy }

/** Both balances after; the updated accounts stand under the level's list name, e.g. `players`. */
export const CreditTransferred = z.object(booked).catchall(z.array(Account))

export const CreditAdjusted = z.object({ ...booked, receiver: WalletOwner }).catchall(z.array(Account))
