import type { FinalReason, RefusalReason } from './refusals'
import type {
  ChangeResult,
  CloseRequest,
  CloseResult,
  LedgerRequest,
  TransferRequest,
  TransferResult,
  WalletStatus,
} from './types'

export type WalletState = Readonly<{
  balance: bigint
  held: bigint
  floor: bigint
  seq: bigint
  status: WalletStatus
  scopeVersion: number
  lastChange: string
  /** Milliseconds; times within a wallet never fall. */
  updatedAt: number
}>

/** What a key was answered before; without `reason` it was booked. */
export type KeptAnswer = Readonly<{
  hash: string
  reason?: FinalReason
  amount: bigint
  fromBalance: bigint | null
  toBalance: bigint | null
}>

/** The part of the books that a batch touches, as read in its snapshot and moved on by its decisions. */
export type Books = { wallets: Map<string, WalletState>; answers: Map<string, KeptAnswer> }

/** A request with its deterministic id: the transfer's, or for a change the id of this one call. */
export type Accepted<R extends LedgerRequest = LedgerRequest> = { request: R; id: string; hash: string }

/** A movement that is to be booked, with the state of each guarded side after it. */
export type Movement = {
  id: string
  hash: string
  request: TransferRequest | CloseRequest
  amount: bigint
  at: number
  fromAfter: WalletState | null
  toAfter: WalletState | null
}

export type LedgerResult = TransferResult | ChangeResult | CloseResult

export type Decision =
  | { type: 'refused'; reason: RefusalReason; replayed: boolean; keep?: { id: string; answer: KeptAnswer } }
  /** Done before: nothing to write. */
  | { type: 'repeated'; result: LedgerResult }
  | { type: 'settled'; wallets: [string, WalletState][]; movement?: Movement; result: LedgerResult }

/** Moves the books on, so that the next request of the batch is decided on what this one left. */
export function evolve(books: Books, decision: Decision): void {
  if (decision.type === 'refused' && decision.keep) books.answers.set(decision.keep.id, decision.keep.answer)
  if (decision.type !== 'settled') return
  for (const [walletId, state] of decision.wallets) books.wallets.set(walletId, state)
  const { movement } = decision
  if (movement) books.answers.set(movement.id, answerOf(movement))
}

export const answerOf = ({ hash, amount, fromAfter, toAfter }: Movement): KeptAnswer => ({
  hash,
  amount,
  fromBalance: fromAfter?.balance ?? null,
  toBalance: toAfter?.balance ?? null,
})

/** Both sides after a movement; times within a wallet never fall, whatever the clock does. */
export function move(books: Books, what: Pick<Movement, 'id' | 'hash' | 'request' | 'amount'>, now: number): Movement {
  const sender = books.wallets.get(what.request.from.walletId)
  const receiver = books.wallets.get(what.request.to.walletId)
  const at = Math.max(now, sender?.updatedAt ?? 0, receiver?.updatedAt ?? 0)
  const after = (wallet: WalletState | undefined, amount: bigint) =>
    wallet ? { ...wallet, balance: wallet.balance + amount, seq: wallet.seq + 1n, updatedAt: at } : null
  return { ...what, at, fromAfter: after(sender, -what.amount), toAfter: after(receiver, what.amount) }
}

export function walletsAfter({ request, fromAfter, toAfter }: Movement): [string, WalletState][] {
  const wallets: [string, WalletState][] = []
  if (fromAfter) wallets.push([request.from.walletId, fromAfter])
  if (toAfter) wallets.push([request.to.walletId, toAfter])
  return wallets
}

export const changedWallet = (wallet: WalletState, status: WalletStatus, id: string, now: number): WalletState => ({
  ...wallet,
  status,
  scopeVersion: wallet.scopeVersion + 1,
  lastChange: id,
  updatedAt: Math.max(now, wallet.updatedAt),
})
