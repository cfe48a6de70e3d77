import type { TransferKind } from '@cascade/contracts/accounts'
import type { LedgerActor } from '../booked-transfer'
import type { Moved } from '../types'
import type { LedgerState, Terms, WalletState } from './ledger-state'

type Movement = keyof Moved

/** Which sums of its actor's day a booking adds to. */
const movementsOf: Partial<Record<TransferKind, readonly Movement[]>> = {
  transfer: ['transfer'],
  debit: ['transfer', 'adjust'],
  credit: ['adjust'],
  generated: ['issue'],
  reversal: ['adjust'],
  pool: ['transfer'],
}

const nothing: Moved = { transfer: 0n, adjust: 0n, issue: 0n }

/** What the account of this wallet has moved on a day. */
export const movedOf = ({ moved }: Pick<WalletState, 'moved'>, day: string): Moved =>
  moved?.day === day ? moved : nothing

type Booking = { kind: TransferKind; actor: Pick<LedgerActor, 'id' | 'approvedBy'>; amount: bigint }

/** The actor's day reaches a limit with this booking, and no second person has approved it. */
export function needsApproval({ wallets }: LedgerState, { kind, actor, amount }: Booking, terms: Terms): boolean {
  if (actor.approvedBy) return false
  const moved = movedOf(wallets.get(actor.id) ?? {}, terms.day)
  return (movementsOf[kind] ?? []).some(movement => {
    const limit = terms.approvalLimits[movement]
    return limit !== undefined && moved[movement] + amount >= limit
  })
}

/** Wallets after a booking, with the actor's sums of the day; what a second person approved does not count. */
export function withMoved(
  changed: readonly [string, WalletState][],
  { wallets }: LedgerState,
  { kind, actor, amount }: Booking,
  { day }: Terms,
): [string, WalletState][] {
  const wallet = new Map(changed).get(actor.id) ?? wallets.get(actor.id)
  const movements = movementsOf[kind]
  if (!wallet || !movements || actor.approvedBy) return [...changed]
  const before = movedOf(wallet, day)
  const sums = Object.fromEntries(movements.map(movement => [movement, before[movement] + amount]))
  const moved = { day, ...before, ...sums }
  return [...changed.filter(([id]) => id !== actor.id), [actor.id, { ...wallet, moved }]]
}
