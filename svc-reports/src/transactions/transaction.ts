import { formatPoints, toPoints } from '@cascade/contracts'
import type { TransferRecorded } from '@cascade/contracts/accounts'
import type { transactionTypes } from '@cascade/contracts/reports'

type Transfer = TransferRecorded['data']
type Party = Transfer['from']

/** A transfer as the report tells it: `amount` has the sign of its effect on the recipient, in hundredths. */
export type TransactionFacts = {
  transferId: string
  user: string
  recipient: string
  amount: bigint
  type: (typeof transactionTypes)[number]
  /** The recipient's balance after it. */
  newBalance: bigint
  message: string
}

type Direction = { user: Party; recipient: Party; balance: string | null; sign: 1n | -1n }

/**
 * The row of a transfer; undefined for stakes, wins and pools, which are not credit operations.
 * @throws Error when the recipient has no balance: a transfer that no credit operation makes.
 */
export function toTransaction(transfer: Transfer): TransactionFacts | undefined {
  const type = typeOf(transfer)
  if (!type) return undefined
  const { user, recipient, balance, sign } = directionOf(type, transfer)
  if (balance === null) throw new Error(`The recipient of ${transfer.transferId} has no balance.`)
  const amount = BigInt(transfer.amount)
  return {
    transferId: transfer.transferId,
    user: user.username,
    recipient: recipient.username,
    amount: sign * amount,
    type,
    newBalance: BigInt(balance),
    message: messageOf(transfer, formatPoints(toPoints(amount))),
  }
}

/** What a deleted superadmin held goes back to the issuer, which is no account: that is points taken back. */
function typeOf({ kind, toBalance }: Transfer): TransactionFacts['type'] | undefined {
  switch (kind) {
    case 'transfer':
    case 'generated':
    case 'credit':
    case 'debit':
      return kind
    case 'return':
      return toBalance === null ? 'credit' : 'transfer'
    case 'stake':
    case 'win':
    case 'pool':
      return undefined
  }
}

/** `credit` takes points back: the recipient of the operation is then the side that gave them. */
function directionOf(type: TransactionFacts['type'], { from, to, fromBalance, toBalance }: Transfer): Direction {
  return type === 'credit'
    ? { user: to, recipient: from, balance: fromBalance, sign: -1n }
    : { user: from, recipient: to, balance: toBalance, sign: 1n }
}

function messageOf({ kind, note, from, to }: Transfer, points: string): string {
  const sentence = sentenceOf(kind, from.username, to.username, points)
  return note ? `${sentence} ${note}` : sentence
}

function sentenceOf(kind: Transfer['kind'], from: string, to: string, points: string): string {
  switch (kind) {
    case 'generated':
      return `${points} generated for ${to}.`
    case 'credit':
      return `${to} took ${points} back from ${from}.`
    case 'return':
      return `${points} of ${from} returned to ${to}.`
    default:
      return `${from} transferred ${points} to ${to}.`
  }
}
