import type { PostingRequest } from '@cascade/contracts/accounts'
import { positionOf } from '../branch'
import { issuedChanges, withIssued } from '../credit-line'
import { poolIdOf } from '../ids'
import type { RejectionReason } from '../rejection'
import type { Player, PlayResult } from '../types'
import { externalLimitFault, externalsAfter } from './booking'
import {
  type Decision,
  type ExternalState,
  externalOf,
  type LedgerState,
  type PlayBooking,
  type Receiver,
  type WalletState,
} from './ledger-state'
import type { Wins } from './ticket-wins'

export type KeyedPosting<P extends PostingRequest = PostingRequest> = { posting: P; id: string; hash: string }

/** A non-negative amount between two accounts; `reported` is the signed amount in the result. */
type Movement = { source: string; destination: string; amount: bigint; reported: bigint }
type Party = { player: Player; receiver: Receiver }
type Changes = {
  party?: Party
  externals?: [string, ExternalState][]
  wins?: Wins
  tickets?: number
  issued?: bigint
}

export const reject = (reason: RejectionReason, left?: bigint) => ({
  type: 'rejected' as const,
  reason,
  replayed: false,
  ...(left === undefined ? {} : { left }),
})

/** Rejects (`LIMIT`) a movement that exceeds the limit of the pool or wins account. */
export function bookMovement(
  state: LedgerState,
  request: KeyedPosting,
  movement: Movement,
  now: number,
  changes: Changes = {},
): Decision {
  if (externalLimitFault(state, movement)) return reject('LIMIT')
  return bookPosting(state, request, movement, now, changes)
}

export function bookPosting(
  state: LedgerState,
  { posting, id, hash }: KeyedPosting,
  { source, destination, amount, reported }: Movement,
  now: number,
  changes: Changes = {},
): Decision {
  const { party, externals = externalsAfter(state, { source, destination, amount }), wins = [], tickets } = changes
  const pool = poolIdOf(posting.adminId, posting.gameId)
  const poolAfter = externals.find(([account]) => account === pool)?.[1] ?? externalOf(state, pool)
  const at = bookingTime(party, now)
  const wallet = party?.receiver
  const after = wallet?.state && walletAfter(wallet.state, source === wallet.walletId ? -amount : amount, at)
  const result: PlayResult = {
    replayed: false,
    seq: state.playHead + 1n,
    amount: reported,
    playerBalance: after && wallet?.walletId === party?.player.id ? after.balance : null,
    poolBalance: poolAfter.balance,
    gateVersion: poolAfter.gateVersion,
    ...(tickets === undefined ? {} : { tickets }),
  }
  const bookedParty = party && wallet ? { player: party.player, wallet, after } : null
  const legs = { source, destination, amount, externals }
  const admin = party && amount > 0n ? adminOf(state, party) : posting.adminId
  const other = admin === posting.adminId ? {} : { otherAdmin: admin ?? null }
  const play: PlayBooking = { id, hash, posting, ...legs, ...other, at, party: bookedParty, wins, result }
  const wallets = new Map<string, WalletState>(wallet && after && amount > 0n ? [[wallet.walletId, after]] : [])
  const issued: [string, bigint][] = changes.issued
    ? [[posting.adminId, changes.issued]]
    : issuedChanges(posting.adminId, admin, source === wallet?.walletId ? -amount : amount)
  for (const [id, change] of issued) {
    const debtor = wallets.get(id) ?? state.wallets.get(id)
    if (debtor) wallets.set(id, withIssued(debtor, change))
  }
  return { type: 'accepted', wallets: [...wallets], play, result }
}

/**
 * The admin above the wallet that takes part; undefined for a superadmin or the issuer. A player may have been moved, or
 * deleted, since the stake.
 */
function adminOf({ heirs, move }: LedgerState, { player, receiver: { walletId } }: Party): string | undefined {
  const ancestry = walletId === player.id ? player.ancestry : heirs.get(walletId)
  return ancestry && positionOf(walletId, ancestry, move).admin
}

/** Never decreases within a wallet, even if the clock steps back. */
export const bookingTime = (party: Party | undefined, now: number) =>
  Math.max(now, party?.receiver.state?.updatedAt ?? 0)

/** An amount of 0 creates no entry. */
const walletAfter = (wallet: WalletState, change: bigint, at: number): WalletState =>
  change === 0n ? wallet : { ...wallet, balance: wallet.balance + change, seq: wallet.seq + 1n, updatedAt: at }

export function findParty({ wallets, players }: LedgerState, playerId: string): Party | undefined {
  const [player, state] = [players.get(playerId), wallets.get(playerId)]
  if (!player || !state || state.status === 'closed') return undefined
  return { player, receiver: { walletId: playerId, username: player.username, state } }
}
