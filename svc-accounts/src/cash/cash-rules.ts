import { balanceMax } from '@cascade/contracts'
import { type ActedBy, type CashKind, cashTexts } from '@cascade/contracts/accounts'
import { AppError, businessDay, nameOfActor } from '@cascade/service-kit'

/** The current account of a parent and a child, in hundredths; positive: the child owes the parent. */
export type CashAccount = {
  _id: string
  parentId: string
  childId: string
  balance: bigint
  /** Number of entries, which are numbered from 1. */
  seq: number
  /** Time of the last entry. */
  at: Date
}

export type CashLink = { cashId: string; at: Date; by: string }

export type CashEntry = {
  _id: string
  /** Id of the account. */
  pair: string
  seq: number
  kind: CashKind
  /** Signed change of the balance. */
  amount: bigint
  balanceAfter: bigint
  note: string
  by: ActedBy
  at: Date
  bizDate: string
  settlementId?: string
  reverses?: CashLink
  reversedBy?: CashLink
}

export const newCashAccount = (parentId: string, childId: string): CashAccount => ({
  ...{ _id: `${parentId}|${childId}`, parentId, childId },
  ...{ balance: 0n, seq: 0, at: new Date(0) },
})

export type CashRequest = Pick<
  CashEntry,
  '_id' | 'pair' | 'kind' | 'amount' | 'note' | 'by' | 'reverses' | 'settlementId'
>

/** `received` lowers what the child owes, `paid` raises it. */
export const changeOf = (direction: 'received' | 'paid', amount: bigint) => (direction === 'paid' ? amount : -amount)

type Moment = { now: Date; zone: string }

/**
 * The entry of a request and the account after it. Days and times never decrease along an account, whatever the clocks
 * of the instances say. @throws AppError VALIDATION beyond the maximum balance
 */
export function addEntry(account: CashAccount, request: CashRequest, { now, zone }: Moment) {
  const balanceAfter = account.balance + request.amount
  if (balanceAfter > balanceMax || balanceAfter < -balanceMax) {
    throw new AppError('VALIDATION', cashTexts.beyondLimit, { reason: 'LIMIT' })
  }
  const at = now > account.at ? now : account.at
  const seq = account.seq + 1
  const entry: CashEntry = { ...request, seq, balanceAfter, at, bizDate: businessDay(at, zone) }
  return { entry, account: { ...account, balance: balanceAfter, seq, at } }
}

/** @throws AppError UNPROCESSABLE unless the stored entry is of the same request */
export function requireSameRequest(stored: CashEntry, request: Omit<CashRequest, '_id' | 'by'>): CashEntry {
  const isSame =
    stored.pair === request.pair &&
    stored.kind === request.kind &&
    stored.amount === request.amount &&
    stored.note === request.note &&
    stored.reverses?.cashId === request.reverses?.cashId
  if (isSame) return stored
  throw new AppError('UNPROCESSABLE', 'This Idempotency-Key belongs to another request.', { reason: 'KEY_REUSED' })
}

const reversalMs = 30 * 86_400_000

/** The end of the period in which an entry can be reversed; undefined if it cannot. A paid settlement stays paid. */
export function reversalEndOf({ kind, at, reversedBy, settlementId }: CashEntry): Date | undefined {
  const isPayment = (kind === 'received' || kind === 'paid') && settlementId === undefined
  return isPayment && !reversedBy ? new Date(at.getTime() + reversalMs) : undefined
}

/** @throws AppError CONFLICT */
export function requireReversible(entry: CashEntry, now: Date): void {
  if (entry.reversedBy) throw new AppError('CONFLICT', cashTexts.alreadyReversed, { reason: 'REVERSED' })
  const end = reversalEndOf(entry)
  if (!end || now >= end) throw new AppError('CONFLICT', cashTexts.notReversible, { reason: 'NOT_REVERSIBLE' })
}

export const linkTo = ({ _id: cashId, at, by }: Pick<CashEntry, '_id' | 'at' | 'by'>): CashLink => ({
  ...{ cashId, at, by: nameOfActor(by) },
})
