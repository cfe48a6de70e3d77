import { amountMax, balanceMax } from '@cascade/contracts'
import { detailsBytesMax, type PostingRequest } from '@cascade/contracts/accounts'
import { positionOf } from '../branch'
import { creditShortage, issuedChanges, withIssued } from '../credit-line'
import { issuerId, poolIdOf, winsIdOf } from '../ids'
import { isFinal, type RejectionReason } from '../rejection'
import type { Player, PlayResult } from '../types'
import { externalLimitFault, externalsAfter } from './booking'
import {
  type Decision,
  type ExternalState,
  externalOf,
  type LedgerState,
  type PlayBooking,
  type Receiver,
  rejectFinally,
  resolveReceiver,
  type Terms,
  type WalletState,
} from './ledger-state'
import { addToDay, applySettlement, computePayment, findWin, maxOf, minOf, type Wins } from './ticket-wins'

type KeyedPosting<P extends PostingRequest = PostingRequest> = { posting: P; id: string; hash: string }
type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>

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

const reject = (reason: RejectionReason, left?: bigint) => ({
  type: 'rejected' as const,
  reason,
  replayed: false,
  ...(left === undefined ? {} : { left }),
})

export function decidePlay(state: LedgerState, request: KeyedPosting, terms: Terms): Decision {
  const { id, hash, posting } = request
  const booked = state.postings.get(id)
  if (booked) return { type: 'replayed', result: { ...booked.result, replayed: true } }
  const rejection = state.outcomes.get(id)
  if (rejection?.reason) {
    return { ...reject(rejection.reason, rejection.left), replayed: true, verdict: 'refused' }
  }
  const decision = decideNew(state, request, terms)
  if (decision.type !== 'rejected' || !isFinal(decision.reason) || !isByPerson(posting)) return decision
  const { reason, left } = decision
  // A player without points may bet on: that leaves no row, and the key can be used again.
  if (posting.kind === 'stake' && reason === 'INSUFFICIENT') return decision
  const line = left === undefined ? {} : { left }
  return rejectFinally(state, { id, hash, actor: posting.by, reason, ...line, amount: 0n })
}

/** Only requests of a person have final rejections; the system retries its postings until they are booked. */
const isByPerson = ({ kind, by }: PostingRequest) =>
  by.role !== 'system' && (kind === 'stake' || kind === 'claim' || kind === 'pool')

function decideNew(state: LedgerState, request: KeyedPosting, terms: Terms): Decision {
  const { now } = terms
  const { posting } = request
  if ('details' in posting && JSON.stringify(posting.details ?? null).length > detailsBytesMax) return reject('LIMIT')
  switch (posting.kind) {
    case 'stake':
      return decideStake(state, { ...request, posting }, terms)
    case 'settle':
      return decideSettlement(state, { ...request, posting }, terms)
    case 'claim':
      return decideClaim(state, { ...request, posting }, now)
    case 'recover':
      return decideRecovery(state, { ...request, posting }, now)
    case 'pool':
      return decidePoolChange(state, { ...request, posting }, now)
    case 'closeGate':
      return decideGateClosing(state, { ...request, posting }, now)
  }
}

function decideStake(state: LedgerState, request: KeyedPosting<OfKind<'stake'>>, { now, clock }: Terms): Decision {
  const { adminId, gameId, playerId, gateVersion, notAfter } = request.posting
  const amount = BigInt(request.posting.amount)
  const pool = poolIdOf(adminId, gameId)
  const party = findParty(state, playerId)
  const wallet = party?.receiver.state
  // Compares the time that the row will carry, which may be ahead of `now`: no ticket is dated after the close.
  if (Math.max(clock, bookingTime(party, now)) > Date.parse(notAfter)) return reject('TOO_LATE')
  if (externalOf(state, pool).gateVersion !== gateVersion) return reject('DRAW_CLOSED')
  if (!wallet || party.player.ancestry.admin !== adminId) return reject('MISSING_WALLET')
  const above = Object.values(party.player.ancestry).map(id => state.wallets.get(id))
  if ([wallet, ...above].some(account => account?.status !== 'active')) return reject('FROZEN')
  if (amount < 1n || amount > amountMax) return reject('LIMIT')
  if (wallet.balance < amount) return reject('INSUFFICIENT')
  const receiver = { ...party.receiver, state: { ...wallet, lastStake: wallet.seq + 1n } }
  const movement = { source: playerId, destination: pool, amount, reported: amount }
  return bookMovement(state, request, movement, now, { party: { player: party.player, receiver } })
}

function decideSettlement(state: LedgerState, request: KeyedPosting<OfKind<'settle'>>, terms: Terms): Decision {
  const { adminId, gameId } = request.posting
  const reported = BigInt(request.posting.amount)
  if (reported > amountMax || -reported > amountMax) return reject('LIMIT')
  const [pool, winsId] = [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId)]
  const [source, destination] = reported < 0n ? [winsId, pool] : [pool, winsId]
  const wins = applySettlement(state, request.posting)
  if (!wins) return reject('NOT_WON')
  const wonOn = addToDay(externalOf(state, winsId).wonOn, request.posting, terms.day)
  if (wonOn.amount > terms.offeringDayLimit) return reject('PAIR_LIMIT')
  const movement = { source, destination, amount: reported < 0n ? -reported : reported, reported }
  if (externalLimitFault(state, movement)) return reject('LIMIT')
  const externals = externalsAfter(state, movement).map(([id, external]): [string, ExternalState] => [
    id,
    id === winsId ? { ...external, wonOn } : external,
  ])
  return bookPosting(state, request, movement, terms.now, { externals, wins })
}

/**
 * Pays suspended players too, and the heir of a deleted one: no points get stuck. Row and event carry the paid amount,
 * not the requested one.
 */
function decideClaim(state: LedgerState, request: KeyedPosting<OfKind<'claim'>>, now: number): Decision {
  const { adminId, gameId, playerId, details } = request.posting
  const player = state.players.get(playerId)
  const receiver = player && resolveReceiver(state, { walletId: playerId, username: player.username })
  if (!receiver) return reject('MISSING_WALLET')
  const payment = computePayment(state, request.posting)
  if (!payment) return reject('NOT_WON')
  const { amount, tickets, wins } = payment
  if (amount > amountMax || (receiver.state?.balance ?? 0n) + amount > balanceMax) return reject('LIMIT')
  const movement = { source: winsIdOf(adminId, gameId), destination: receiver.walletId, amount, reported: amount }
  const posting = { ...request.posting, amount: String(amount), details: { ...details, tickets } }
  return bookMovement(state, { ...request, posting }, movement, now, {
    party: { player, receiver },
    wins,
    tickets: wins.length,
  })
}

/** Takes back at most the balance. A deleted player's debt stays open; the heir does not pay it. */
function decideRecovery(state: LedgerState, request: KeyedPosting<OfKind<'recover'>>, now: number): Decision {
  const { adminId, gameId, playerId } = request.posting
  const requested = BigInt(request.posting.amount)
  const [player, wallet] = [state.players.get(playerId), state.wallets.get(playerId)]
  if (!player || !wallet) return reject('MISSING_WALLET')
  if (requested > amountMax) return reject('LIMIT')
  const free = wallet.status === 'closed' ? 0n : wallet.balance
  const party = { player, receiver: { walletId: playerId, username: player.username, state: wallet } }
  const ticketId = request.posting.details.ticket
  const win = findWin(state, ticketId, request.posting)
  if (win?.playerId !== playerId) return reject('NOT_WON')
  const amount = maxOf(0n, minOf(free, win.claimed - win.won, requested))
  const movement = { source: playerId, destination: winsIdOf(adminId, gameId), amount, reported: amount }
  const wins: Wins = [[ticketId, { ...win, claimed: win.claimed - amount }]]
  return bookMovement(state, request, movement, now, { party, wins: amount > 0n ? wins : [] })
}

function decidePoolChange(state: LedgerState, request: KeyedPosting<OfKind<'pool'>>, now: number): Decision {
  const { adminId, gameId, change } = request.posting
  const pool = poolIdOf(adminId, gameId)
  if (change.type === 'add') {
    const amount = BigInt(change.amount)
    if (amount < 1n || amount > amountMax) return reject('LIMIT')
    // A negative pool is a debt already: only the part above 0 is a further debt.
    const shortage = creditShortage(state, adminId, minOf(amount, amount + externalOf(state, pool).balance))
    if (shortage) return reject('CREDIT_LINE', shortage.left)
    return bookMovement(state, request, { source: issuerId, destination: pool, amount, reported: amount }, now, {
      issued: amount,
    })
  }
  // A pool can always be emptied, beyond any limit.
  const reported = externalOf(state, pool).balance
  const [source, destination] = reported < 0n ? [issuerId, pool] : [pool, issuerId]
  const movement = { source, destination, amount: reported < 0n ? -reported : reported, reported }
  return bookPosting(state, request, movement, now, { issued: -reported })
}

function decideGateClosing(state: LedgerState, request: KeyedPosting<OfKind<'closeGate'>>, now: number): Decision {
  const { adminId, gameId, gateVersion } = request.posting
  const pool = poolIdOf(adminId, gameId)
  const before = externalOf(state, pool)
  if (before.gateVersion !== gateVersion) return reject('DRAW_CLOSED')
  const movement = { source: pool, destination: pool, amount: 0n, reported: 0n }
  return bookPosting(state, request, movement, now, {
    externals: [[pool, { ...before, gateVersion: gateVersion + 1 }]],
  })
}

/** Rejects (`LIMIT`) a movement that exceeds the limit of the pool or wins account. */
function bookMovement(
  state: LedgerState,
  request: KeyedPosting,
  movement: Movement,
  now: number,
  changes: Changes = {},
): Decision {
  if (externalLimitFault(state, movement)) return reject('LIMIT')
  return bookPosting(state, request, movement, now, changes)
}

function bookPosting(
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
const bookingTime = (party: Party | undefined, now: number) => Math.max(now, party?.receiver.state?.updatedAt ?? 0)

/** An amount of 0 creates no entry. */
const walletAfter = (wallet: WalletState, change: bigint, at: number): WalletState =>
  change === 0n ? wallet : { ...wallet, balance: wallet.balance + change, seq: wallet.seq + 1n, updatedAt: at }

function findParty({ wallets, players }: LedgerState, playerId: string): Party | undefined {
  const [player, state] = [players.get(playerId), wallets.get(playerId)]
  if (!player || !state || state.status === 'closed') return undefined
  return { player, receiver: { walletId: playerId, username: player.username, state } }
}
