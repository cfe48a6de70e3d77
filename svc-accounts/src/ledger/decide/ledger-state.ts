import { maxBalance } from '@cascade/contracts'
import type { PostingRequest } from '@cascade/contracts/accounts'
import { maxMultiplier } from '@cascade/contracts/games'
import type { Verdict } from '@cascade/service-kit'
import type { FinalReason, RefusalReason } from '../answers'
import { issuesOf, withIssued } from '../credit-line'
import { isExternal, issuerId, winsIdOf } from '../ids'
import type { ExternalRow, TicketWinRow, WalletName, WalletRow } from '../store/collections'
import type {
  ChangeResult,
  CloseRequest,
  CloseResult,
  Conditional,
  LedgerRequest,
  Player,
  PlayResult,
  TransferRequest,
  TransferResult,
  WalletStatus,
} from '../types'

/** A wallet as it is decided on. `updatedAt` is milliseconds; times within a wallet never fall. */
export type WalletState = Readonly<Omit<WalletRow, '_id' | 'updatedAt'> & { updatedAt: number }>

/** What a key was answered before; without `reason` it was booked. */
export type KeptAnswer = Readonly<{
  hash: string
  reason?: FinalReason
  left?: bigint
  amount: bigint
  sourceBalance: bigint | null
  destinationBalance: bigint | null
}>

/** The last word on a key that is never booked. `left` of a credit line is what could still have been. */
export type Rejection = Readonly<{ id: string; hash: string; reason: FinalReason; left?: bigint; amount: bigint }>

/** What was booked for a game under an id. */
export type KeptPlay = Readonly<{ hash: string; result: PlayResult }>

/** Running total of an external account; of a pool also how often its gate was closed. */
export type ExternalState = Readonly<Omit<ExternalRow, '_id'>>

/** What a ticket has won and what of it was claimed. */
export type TicketWin = Readonly<Omit<TicketWinRow, '_id'>>

/** The part of the ledger that a batch touches, as known before it and carried on by its decisions. */
export type LedgerState = {
  wallets: Map<string, WalletState>
  externals: Map<string, ExternalState>
  players: Map<string, Player>
  answers: Map<string, KeptAnswer>
  plays: Map<string, KeptPlay>
  wins: Map<string, TicketWin>
  /** The same of tickets that have not won yet. */
  stakes: Map<string, TicketWin>
  /** Newest numbers of the feeds `play` and `credit`. */
  playHead: bigint
  creditHead: bigint
}

/** A wallet that takes part in a posting; without a state it is an external account. */
export type Receiver = WalletName & { state: WalletState | undefined }

/**
 * Who receives what an account is due: its own wallet, or, where that is closed, the one that its balance went to, and
 * so on up the tree. Each wallet on the way was closed after the one before, so the way ends.
 */
export function receiverOf({ wallets }: Pick<LedgerState, 'wallets'>, name: WalletName): Receiver | undefined {
  const { walletId, username } = name
  const state = wallets.get(walletId)
  if (state?.heir) return receiverOf({ wallets }, state.heir)
  const isThere = isExternal(walletId) || (state && state.status !== 'closed')
  return isThere ? { walletId, username, state } : undefined
}

const emptyExternal: ExternalState = { balance: 0n, gateVersion: 0 }
export const externalOf = ({ externals }: Pick<LedgerState, 'externals'>, id: string) =>
  externals.get(id) ?? emptyExternal

/** When, and under which terms a request is decided; `now` is milliseconds, `day` the business day. */
export type Terms = Readonly<{ now: number; day: string; pairDayLimit: bigint }>

/** A request with its deterministic id: the transfer's, or for a change the id of this one call. */
export type Accepted<R extends LedgerRequest = LedgerRequest> = Conditional & {
  request: R
  id: string
  hash: string
  /** Another instance handed it over: it is settled here or not at all. */
  isHandedOver?: boolean
}

/** A transfer that is to be booked, with the state of each wallet after it; null for an external account. */
export type Booking = {
  id: string
  hash: string
  request: TransferRequest | CloseRequest
  amount: bigint
  at: number
  sourceAfter: WalletState | null
  destinationAfter: WalletState | null
  /** Wallets of admins that take no part, but to whom the transfer issues points or takes them back. */
  admins: [string, WalletState][]
  externals: [string, ExternalState][]
  creditSeq: bigint
}

/** A posting of a game that is to be booked, from one account to another; without an amount nothing is posted. */
export type PlayBooking = {
  id: string
  hash: string
  posting: PostingRequest
  source: string
  destination: string
  amount: bigint
  at: number
  /** Whose play it is, and the wallet that takes part: that of an heir where the player is deleted. */
  player: { who: Player; wallet: WalletName; after: WalletState | undefined } | null
  externals: [string, ExternalState][]
  wins: [string, TicketWin][]
  result: PlayResult
}

export type LedgerResult = TransferResult | ChangeResult | CloseResult | PlayResult

export type Decision =
  /** `verdict` is what the ledger knows of the key, where it knows it for good. */
  | { type: 'refused'; reason: RefusalReason; left?: bigint; replayed: boolean; verdict?: Verdict; keep?: Rejection }
  /** Done before: nothing to write. */
  | { type: 'repeated'; result: LedgerResult }
  | { type: 'settled'; wallets: [string, WalletState][]; booking?: Booking; play?: PlayBooking; result: LedgerResult }

/** Takes a decision into the state, so that the next request of the batch is decided on what this one left. */
export function evolve(state: LedgerState, decision: Decision): void {
  if (decision.type === 'refused' && decision.keep) {
    const { id, ...rejection } = decision.keep
    state.answers.set(id, { ...rejection, sourceBalance: null, destinationBalance: null })
  }
  if (decision.type !== 'settled') return
  for (const [walletId, wallet] of decision.wallets) state.wallets.set(walletId, wallet)
  const { booking, play } = decision
  if (booking) {
    state.creditHead = booking.creditSeq
    state.answers.set(booking.id, answerOf(booking))
    for (const [id, external] of booking.externals) state.externals.set(id, external)
  }
  if (play) {
    state.plays.set(play.id, { hash: play.hash, result: play.result })
    state.playHead = play.result.seq
    for (const [id, external] of play.externals) state.externals.set(id, external)
    for (const [id, win] of play.wins) state.wins.set(id, win)
    if (play.posting.kind === 'stake') state.stakes.set(play.id, noWinYet(play.posting))
  }
}

/** A ticket as its stake makes it. */
export function noWinYet(stake: {
  adminId: string
  gameId: string
  playerId: string
  amount: bigint | string
}): TicketWin {
  const { adminId, gameId, playerId, amount } = stake
  const most = (BigInt(amount) * BigInt(maxMultiplier) * highestBooster) / 100n
  return { winsId: winsIdOf(adminId, gameId), playerId, most, won: 0n, claimed: 0n }
}

/** What the draw may multiply a win by. */
const highestBooster = 2n

/** The external ones among two accounts after an amount has gone from one to the other. */
export function externalsAfter(
  state: Pick<LedgerState, 'externals'>,
  { source, destination, amount }: { source: string; destination: string; amount: bigint },
): [string, ExternalState][] {
  const changes: [string, bigint][] = [
    [source, -amount],
    [destination, amount],
  ]
  return changes
    .filter(([id]) => isExternal(id))
    .map(([id, change]) => {
      const external = externalOf(state, id)
      return [id, { ...external, balance: external.balance + change }]
    })
}

/** Beyond its bound an external account only goes back towards 0, from wherever it stands. */
export function externalFault(
  state: Pick<LedgerState, 'externals'>,
  move: { source: string; destination: string; amount: bigint },
): 'LIMIT' | undefined {
  const isBeyond = ([id, { balance }]: [string, ExternalState]) =>
    sizeOf(balance) > (id === issuerId ? mostIssued : maxBalance) &&
    sizeOf(balance) > sizeOf(externalOf(state, id).balance)
  return externalsAfter(state, move).some(isBeyond) ? 'LIMIT' : undefined
}

/** Of all pools and wallets together, so that none of them uses up what is left for the others; 64 bits hold it. */
const mostIssued = 2n ** 62n
const sizeOf = (balance: bigint) => (balance < 0n ? -balance : balance)

const answerOf = ({ hash, amount, sourceAfter, destinationAfter }: Booking): KeptAnswer => ({
  hash,
  amount,
  sourceBalance: sourceAfter?.balance ?? null,
  destinationBalance: destinationAfter?.balance ?? null,
})

/** Posts an amount to both sides; times within a wallet never fall, whatever the clock does. */
export function post(
  state: LedgerState,
  what: Pick<Booking, 'id' | 'hash' | 'request' | 'amount'>,
  now: number,
): Booking {
  const { wallets } = state
  const { source, destination } = what.request
  const sides = { source: source.walletId, destination: destination.walletId }
  const externals = externalsAfter(state, { ...sides, amount: what.amount })
  const issues = new Map(issuesOf(source, destination, what.amount))
  const at = Math.max(now, ...Object.values(sides).map(id => wallets.get(id)?.updatedAt ?? 0))
  const after = (walletId: string, amount: bigint): WalletState | null => {
    const wallet = wallets.get(walletId)
    if (!wallet) return null
    const moved = { ...wallet, balance: wallet.balance + amount, seq: wallet.seq + 1n, updatedAt: at }
    const issued = issues.get(walletId)
    return issued === undefined ? moved : withIssued(moved, issued)
  }
  const [sourceAfter, destinationAfter] = [after(sides.source, -what.amount), after(sides.destination, what.amount)]
  const admins = [...issues].flatMap(([adminId, change]): [string, WalletState][] => {
    const wallet = adminId === sides.source || adminId === sides.destination ? undefined : wallets.get(adminId)
    return wallet ? [[adminId, withIssued(wallet, change)]] : []
  })
  return { ...what, at, sourceAfter, destinationAfter, admins, externals, creditSeq: state.creditHead + 1n }
}

export function walletsAfter({ request, sourceAfter, destinationAfter, admins }: Booking): [string, WalletState][] {
  const wallets = [...admins]
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
