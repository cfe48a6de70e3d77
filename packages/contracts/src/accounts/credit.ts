import { z } from 'zod'
import { approvalOf } from '../approval'
import { type AuditFormatter, asId, asNote, asPoints } from '../audit'
import { endpoint, Id, responseOf } from '../define'
import { EventPerson } from '../event-actor'
import type { Permission } from '../permissions'
import { amountMax, Points, toPoints, withTwoDecimals } from '../values/points'
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

export const amountSchema = (message: string, min = 0.01) =>
  withTwoDecimals(
    z
      .number({ error: message })
      .min(min, min === 1 ? creditTexts.amountTooSmall : message)
      .max(toPoints(amountMax), message),
    message,
  )
export const passwordSchema = (message: string) => z.string({ error: message }).min(1, message).max(256)

/**
 * `userId` names the sender: the acting user (default) or the receiver's parent within the actor's subtree. `authUser`
 * and `parentId` are sent by the forms and ignored.
 */
const parties = { userId: Id.optional(), authUser: z.unknown().optional(), parentId: z.string().optional() }

/** Transfers points from the sender to `toUserId`. `transferAmount` is positive, with at most two decimals. */
export const CreditTransferInput = z.strictObject({
  ...parties,
  toUserId: Id,
  transferAmount: amountSchema(creditTexts.transferAmount),
  password: passwordSchema(creditTexts.transferPassword),
  note: freeText().max(200).optional(),
})
export type CreditTransferInput = z.infer<typeof CreditTransferInput>

/** `credit` takes points back from `toUserId` to the sender; `debit` is the reverse. Minimum 1 point. */
export const CreditAdjustInput = z.strictObject({
  ...parties,
  toUserId: Id,
  adjustAmount: amountSchema(creditTexts.adjustAmount, 1),
  transactionType: z.enum(['credit', 'debit']).default('credit'),
  password: passwordSchema(creditTexts.adjustPassword),
  note: freeText().max(200).optional(),
})
export type CreditAdjustInput = z.infer<typeof CreditAdjustInput>

/**
 * The user or system component that acted; not always an owner of the points that moved. `approvedBy`: username of the
 * second person.
 */
export const ActedBy = z.object({
  accountId: z.string(),
  username: z.string(),
  role: z.string(),
  person: EventPerson.optional(),
  approvedBy: z.string().optional(),
})
export type ActedBy = z.infer<typeof ActedBy>

const bookingFields = { transactionId: z.string(), senderWallet: Points, receiverWallet: Points, by: ActedBy }

/** Both balances afterwards. The updated accounts are keyed by the level's list name, e.g. `players`. */
export const CreditTransferResult = z.object(bookingFields).catchall(z.array(Account))

export const CreditAdjustResult = z.object({ ...bookingFields, receiver: WalletOwner }).catchall(z.array(Account))

const auditTransfer =
  (label: string): AuditFormatter =>
  ({ body }) => ({
    subject: `Credit given: ${label}`,
    does: 'gave {amount} to {object}',
    accountId: asId(body.toUserId),
    amount: asPoints(body.transferAmount),
    note: asNote(body.note),
  })
const auditAdjust =
  (label: string): AuditFormatter =>
  ({ body }) => ({
    subject: `${body.transactionType === 'debit' ? 'Credit given' : 'Credit taken back'}: ${label}`,
    does: body.transactionType === 'debit' ? 'gave {amount} to {object}' : 'took {amount} back from {object}',
    accountId: asId(body.toUserId),
    amount: asPoints(body.adjustAmount),
    note: asNote(body.note),
  })
/** Where the credit calls of a level are mounted: at its own path, or below one parent. */
type CreditCallsOptions<P> = {
  id: (verb: string) => string
  permission: Permission
  path: string
  label: string
  level: string
  params: P
}

/**
 * Both credit calls: they require the actor's password and book points at most once per `Idempotency-Key`, forever. A
 * client creates one key per user action and keeps it until a response carries `Idempotent-Outcome`:
 *
 * - `booked`: booked, now or earlier: with the original response (`Idempotent-Replayed: true`), or with 422
 * `KEY_REUSED` if the key was used for a different request.
 * - `refused`: not booked under this key, nor if it is repeated within 30 days; a retry takes a new key.
 * - absent (401, 403, 429, 5xx, no response, validation errors): no outcome yet, keep the key. Before giving up, call
 * `GET credit/outcome?key=`; `unknown` may still change within about ten seconds.
 *
 * Points that a superadmin sends into the tree of an admin use that admin's `creditLine`; points sent back free it. A
 * request above the remaining line is rejected with `CREDIT_LINE`, final for its key.
 *
 * To detect a recent duplicate by any sender, read the first page of the account's `GET ledger/{accountId}/statement`
 * and compare `kind`, `amount`, `by` and `createdAt`.
 */
export function creditCalls<P extends z.ZodType>({
  id,
  permission,
  path,
  label,
  level,
  params,
}: CreditCallsOptions<P>) {
  return {
    transfer: endpoint({
      domain: 'accounts',
      permission: permission,
      right: 'credit.move',
      params,
      movesPoints: true,
      id: id('transfer'),
      route: `POST /${path}/credit-transfer`,
      approval: approvalOf(({ toUserId }: CreditTransferInput, { childId }) => ({
        operation: 'credit.transfer',
        accountId: childId ?? toUserId,
      })),
      audit: auditTransfer(level),
      summary: `Transfer credit to: ${label}`,
      body: CreditTransferInput,
      response: responseOf(CreditTransferResult),
    }),
    adjust: endpoint({
      domain: 'accounts',
      permission: permission,
      right: 'credit.move',
      params,
      movesPoints: true,
      id: id('adjust'),
      route: `POST /${path}/credit-adjust`,
      approval: approvalOf(({ toUserId }: CreditAdjustInput, { childId }) => ({
        operation: 'credit.adjust',
        accountId: childId ?? toUserId,
      })),
      audit: auditAdjust(level),
      summary: `Take credit back from (or give to): ${label}`,
      body: CreditAdjustInput,
      response: responseOf(CreditAdjustResult),
    }),
  }
}
