import type { RefusalReason } from '../refusals'
import type { AnswerRow, WalletRow } from '../store/collections'
import type {
  ChangeResult,
  CloseRequest,
  CloseResult,
  LedgerRequest,
  TransferRequest,
  TransferResult,
  WalletStatus,
} from '../types'

/** A wallet as it is decided on. `updatedAt` is milliseconds; times within a wallet never fall. */
export type WalletState = Readonly<Omit<WalletRow, '_id' | 'updatedAt'> & { updatedAt: number }>

/** What a key was answered before; without `reason` it was booked. */
export type KeptAnswer = Readonly<Omit<AnswerRow, '_id' | 'createdAt'>>

/** The part of the ledger that a batch touches, as read in its snapshot and carried on by its decisions. */
export type LedgerState = { wallets: Map<string, WalletState>; answers: Map<string, KeptAnswer> }

/** A request with its deterministic id: the transfer's, or for a change the id of this one call. */
export type Accepted<R extends LedgerRequest = LedgerRequest> = { request: R; id: string; hash: string }

/** A transfer that is to be booked, with the state of each wallet after it; null for an external account. */
export type Booking = {
  id: string
  hash: string
  request: TransferRequest | CloseRequest
  amount: bigint
  at: number
  sourceAfter: WalletState | null
  destinationAfter: WalletState | null
}

export type LedgerResult = TransferResult | ChangeResult | CloseResult

export type Decision =
  | { type: 'refused'; reason: RefusalReason; replayed: boolean; keep?: { id: string; answer: KeptAnswer } }
  /** Done before: nothing to write. */
  | { type: 'repeated'; result: LedgerResult }
  | { type: 'settled'; wallets: [string, WalletState][]; booking?: Booking; result: LedgerResult }

/** Takes a decision into the state, so that the next request of the batch is decided on what this one left. */
export function evolve(state: LedgerState, decision: Decision): void {
  if (decision.type === 'refused' && decision.keep) state.answers.set(decision.keep.id, decision.keep.answer)
  if (decision.type !== 'settled') return
  for (const [walletId, wallet] of decision.wallets) state.wallets.set(walletId, wallet)
  const { booking } = decision
  if (booking) state.answers.set(booking.id, answerOf(booking))
}

export const answerOf = ({ hash, amount, sourceAfter, destinationAfter }: Booking): KeptAnswer => ({
  hash,
  amount,
  sourceBalance: sourceAfter?.balance ?? null,
  destinationBalance: destinationAfter?.balance ?? null,
})

/** Posts an amount to both sides; times within a wallet never fall, whatever the clock does. */
export function post(
  { wallets }: LedgerState,
  what: Pick<Booking, 'id' | 'hash' | 'request' | 'amount'>,
  now: number,
): Booking {
  const source = wallets.get(what.request.source.walletId)
  const destination = wallets.get(what.request.destination.walletId)
  const at = Math.max(now, source?.updatedAt ?? 0, destination?.updatedAt ?? 0)
  const after = (wallet: WalletState | undefined, amount: bigint) =>
    wallet ? { ...wallet, balance: wallet.balance + amount, seq: wallet.seq + 1n, updatedAt: at } : null
  return { ...what, at, sourceAfter: after(source, -what.amount), destinationAfter: after(destination, what.amount) }
}

export function walletsAfter({ request, sourceAfter, destinationAfter }: Booking): [string, WalletState][] {
  const wallets: [string, WalletState][] = []
  if (sourceAfter) wallets.push([request.source.walletId, sourceAfter])
  if (destinationAfter) wallets.push([request.destination.walletId, destinationAfter])
  return wallets
}

export const changedWallet = (wallet: WalletState, status: WalletStatus, id: string, now: number): WalletState => ({
  ...wallet,
  status,
  scopeVersion: wallet.scopeVersion + 1,
  lastChange: id,
  updatedAt: Math.max(now, wallet.updatedAt),
})
