import type { Ancestry, PostingRequest } from '@cascade/contracts/accounts'
import { multiplierMax } from '@cascade/contracts/games'
import type { AccountRow, Branch } from '../branch'
import { isExternal, winsIdOf } from '../ids'
import type { FinalReason, RejectionDetails, RejectionReason } from '../rejection'
import type { ExternalRow, RejectionRow, TicketWinRow, WalletName, WalletRow } from '../store/collections'
import type {
  ApprovalLimits,
  ChangeResult,
  CloseKeyResult,
  CloseRequest,
  CloseResult,
  LedgerRequest,
  Move,
  Player,
  PlayResult,
  TransferRequest,
  TransferResult,
  WalletStatus,
} from '../types'

/** `updatedAt` is in milliseconds and never decreases within a wallet. */
export type WalletState = Readonly<Omit<WalletRow, '_id' | 'updatedAt'> & { updatedAt: number }>

/** Stored outcome of a transfer key: rejected with a `reason`, otherwise booked. */
export type StoredOutcome = Readonly<{
  hash: string
  reason?: FinalReason
  left?: bigint
  amount: bigint
  sourceBalance: bigint | null
  destinationBalance: bigint | null
}>

/** A final rejection, stored under its key. `left`: remaining credit line. */
export type Rejection = Readonly<Pick<RejectionRow, 'hash' | 'actor' | 'reason' | 'left' | 'amount'> & { id: string }>

export type StoredPosting = Readonly<{ hash: string; result: PlayResult }>

/** Running total of an external account; for a pool also its gate version (number of closings). */
export type ExternalState = Readonly<Omit<ExternalRow, '_id'>>

export type TicketWin = Readonly<Omit<TicketWinRow, '_id'>>

/** A booked stake: its player with the position of that time, the gate's version and the business day. */
type Bet = Readonly<{ player: Player; amount: bigint; gateVersion: number; day: string }>

/** The part of the ledger that a batch touches, updated by each decision of the batch. */
export type LedgerState = {
  wallets: Map<string, WalletState>
  externals: Map<string, ExternalState>
  players: Map<string, Player>
  outcomes: Map<string, StoredOutcome>
  postings: Map<string, StoredPosting>
  wins: Map<string, TicketWin>
  stakes: Map<string, TicketWin>
  /** Bets of tickets that are settled or voided. */
  bets: Map<string, Bet>
  /** Expiry of sessions that have not ended, in milliseconds. */
  sessions: Map<string, number>
  /** Accounts that transfers name, as they are now. */
  accounts: Map<string, AccountRow>
  /** Ancestries of heirs, and the branches that move in this batch, by their root. */
  heirs: Map<string, Ancestry>
  /** Stored rejections of this hour by account: of earlier batches, and of this one. */
  earlierRejections: ReadonlyMap<string, number>
  rejections: Map<string, number>
  branches: Map<string, Branch>
  /** Transfers of the batch that are reversed. */
  reversals: Set<string>
  /** Number of moves of accounts, and the last one. */
  moves: bigint
  move: Move | undefined
  /** Last sequence numbers of the `play` and `credit` feeds. */
  playHead: bigint
  creditHead: bigint
}

/** The receiving account; without a state it is an external account. */
export type Receiver = WalletName & { state: WalletState | undefined }

/**
 * The account that receives payments for `name`: its own wallet or, if that is closed, its heir, recursively. Terminates
 * because each heir is a level above.
 */
export function resolveReceiver({ wallets }: Pick<LedgerState, 'wallets'>, name: WalletName): Receiver | undefined {
  const { walletId, username } = name
  const state = wallets.get(walletId)
  if (state?.heir) return resolveReceiver({ wallets }, state.heir)
  const isThere = isExternal(walletId) || (state && state.status !== 'closed')
  return isThere ? { walletId, username, state } : undefined
}

const emptyExternal: ExternalState = { balance: 0n, gateVersion: 0 }
export const externalOf = ({ externals }: Pick<LedgerState, 'externals'>, id: string) =>
  externals.get(id) ?? emptyExternal

/**
 * Time and limits for a decision. Rows are dated `now`, deadlines are compared with `clock`, the database's; both in
 * milliseconds. `day` is the business day of `now`.
 */
export type Terms = Readonly<{
  now: number
  clock: number
  day: string
  offeringDayLimit: bigint
  approvalLimits: ApprovalLimits
}>

/** A request with its id: deterministic for transfers and postings, random for a change. */
export type QueuedRequest<R extends LedgerRequest = LedgerRequest> = {
  request: R
  id: string
  hash: string
  /** Received from another instance: committed here or not at all. */
  isForwarded?: boolean
}

/** A decided transfer with the state of both wallets after it; null for an external account. */
export type Booking = {
  id: string
  hash: string
  request: TransferRequest | CloseRequest
  amount: bigint
  at: number
  sourceAfter: WalletState | null
  destinationAfter: WalletState | null
  /** Admin wallets that are no leg of the transfer but whose `issued` it changes. */
  admins: [string, WalletState][]
  externals: [string, ExternalState][]
  creditSeq: bigint
}

/** A decided game posting; with amount 0 no points move. */
export type PlayBooking = {
  id: string
  hash: string
  posting: PostingRequest
  source: string
  destination: string
  amount: bigint
  at: number
  /** Admin above the wallet that takes part, if it is another one than that of the posting; null for none. */
  otherAdmin?: string | null
  /** The player, and the wallet that takes part: the heir's if the player is deleted. */
  party: { player: Player; wallet: WalletName; after: WalletState | undefined } | null
  externals: [string, ExternalState][]
  wins: [string, TicketWin][]
  result: PlayResult
}

export type LedgerResult = TransferResult | ChangeResult | CloseResult | CloseKeyResult | PlayResult

export type Decision =
  /** `verdict`: final outcome of the key, if there is one. `finalRejection` is stored under the key. */
  | ({ type: 'rejected'; reason: RejectionReason; replayed: boolean; finalRejection?: Rejection } & RejectionDetails)
  /** Already done: nothing to write. */
  | { type: 'replayed'; result: LedgerResult }
  | {
      type: 'accepted'
      wallets: [string, WalletState][]
      booking?: Booking
      play?: PlayBooking
      /** `amount`: what the branch holds if it gets another admin. */
      moved?: { move: Move; amount?: bigint }
      result: LedgerResult
    }

/** Beyond it, an account's requests are rejected without a row: rows of a flood would fill the collection. */
const rejectionsPerHourMax = 100

/** Stores a rejection under its key, unless its account has had too many this hour. */
export function rejectFinally(
  { earlierRejections, rejections }: LedgerState,
  rejection: Rejection,
  limitOwnerId?: string,
): Decision {
  const { reason, left, actor } = rejection
  const count = (earlierRejections.get(actor.id) ?? 0) + (rejections.get(actor.id) ?? 0)
  if (count >= rejectionsPerHourMax) return { type: 'rejected', reason: 'TOO_MANY_REJECTIONS', replayed: false }
  const details = left === undefined ? { limitOwnerId } : { left, limitOwnerId }
  return { type: 'rejected', reason, ...details, replayed: false, verdict: 'refused', finalRejection: rejection }
}

/** @param day business day of the decision */
export function applyDecision(state: LedgerState, decision: Decision, day: string): void {
  if (decision.type === 'rejected' && decision.finalRejection) {
    const { id, actor, ...rejection } = decision.finalRejection
    state.outcomes.set(id, { ...rejection, sourceBalance: null, destinationBalance: null })
    state.rejections.set(actor.id, (state.rejections.get(actor.id) ?? 0) + 1)
  }
  if (decision.type !== 'accepted') return
  for (const [walletId, wallet] of decision.wallets) state.wallets.set(walletId, wallet)
  const { booking, play, moved } = decision
  if (moved) {
    state.moves += 1n
    state.move = { root: moved.move.root, role: moved.move.role, ancestry: moved.move.ancestry }
  }
  if (booking) {
    state.creditHead = booking.creditSeq
    state.outcomes.set(booking.id, toStoredOutcome(booking))
    for (const [id, external] of booking.externals) state.externals.set(id, external)
    const { request } = booking
    if (request.type === 'transfer' && request.reverses) state.reversals.add(request.reverses.transferId)
  }
  if (play) {
    state.postings.set(play.id, { hash: play.hash, result: play.result })
    state.playHead = play.result.seq
    for (const [id, external] of play.externals) state.externals.set(id, external)
    for (const [id, win] of play.wins) state.wins.set(id, win)
    if (play.posting.kind === 'stake') state.stakes.set(play.id, newTicketWin(play.posting))
    if (play.posting.kind === 'stake' && play.party) {
      const { player } = play.party
      state.bets.set(play.id, { player, amount: play.amount, gateVersion: play.result.gateVersion, day })
    }
  }
}

/** A ticket right after its stake; `most` is the highest possible win. */
export function newTicketWin(stake: {
  adminId: string
  gameId: string
  playerId: string
  amount: bigint | string
}): TicketWin {
  const { adminId, gameId, playerId, amount } = stake
  const most = (BigInt(amount) * BigInt(multiplierMax) * boosterMax) / 100n
  return { winsId: winsIdOf(adminId, gameId), playerId, most, won: 0n, claimed: 0n }
}

const boosterMax = 2n

const toStoredOutcome = ({ hash, amount, sourceAfter, destinationAfter }: Booking): StoredOutcome => ({
  hash,
  amount,
  sourceBalance: sourceAfter?.balance ?? null,
  destinationBalance: destinationAfter?.balance ?? null,
})

export const withStatus = (wallet: WalletState, status: WalletStatus, id: string, now: number): WalletState => ({
  ...wallet,
  status,
  scopeVersion: wallet.scopeVersion + 1,
  lastChange: id,
  updatedAt: Math.max(now, wallet.updatedAt),
})
