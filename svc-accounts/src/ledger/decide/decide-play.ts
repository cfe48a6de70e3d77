import { maxAmount, maxBalance } from '@cascade/contracts'
import { detailsMaxBytes, type PostingRequest } from '@cascade/contracts/accounts'
import { isFinal, type RefusalReason } from '../answers'
import { lineShortage, withIssued } from '../credit-line'
import { issuerId, poolIdOf, winsIdOf } from '../ids'
import type { Player, PlayResult } from '../types'
import {
  type Decision,
  type ExternalState,
  externalFault,
  externalOf,
  externalsAfter,
  type LedgerState,
  type PlayBooking,
  type Receiver,
  receiverOf,
  type Terms,
  type WalletState,
} from './ledger-state'
import { leastOf, mostOf, paymentOf, type Wins, winOf, winsAfterSettling, wonOnAfter } from './ticket-wins'

type KeyedPosting<P extends PostingRequest = PostingRequest> = { posting: P; id: string; hash: string }
type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>

/** An amount that goes from one account to another, never below 0; `told` is what the result says of it. */
type Move = { source: string; destination: string; amount: bigint; told: bigint }
type Side = { who: Player; receiver: Receiver }
/** What a posting changes beside what its move does by itself. */
type Changes = {
  side?: Side
  externals?: [string, ExternalState][]
  wins?: Wins
  /** Of a claim: how many tickets it pays something of. */
  tickets?: number
  /** Points that the issuer gave to the admin of the game. */
  issued?: bigint
}

const refuse = (reason: RefusalReason, left?: bigint) => ({
  type: 'refused' as const,
  reason,
  replayed: false,
  ...(left === undefined ? {} : { left }),
})

/** Decides one posting of a game. Pure. */
export function decidePlay(state: LedgerState, request: KeyedPosting, terms: Terms): Decision {
  const { id, hash, posting } = request
  const booked = state.plays.get(id)
  if (booked) return { type: 'repeated', result: { ...booked.result, replayed: true } }
  const rejection = state.answers.get(id)
  if (rejection?.reason) {
    return { ...refuse(rejection.reason, rejection.left), replayed: true, verdict: 'refused' }
  }
  const decision = decideNew(state, request, terms)
  if (decision.type !== 'refused' || !isFinal(decision.reason) || !isOfPerson(posting)) return decision
  const { reason, left } = decision
  const keep = { id, hash, reason, ...(left === undefined ? {} : { left }), amount: 0n }
  return { ...decision, verdict: 'refused', keep }
}

/** A person's key is one decision, for ever. What follows from clock and rules is requested again until it is booked. */
const isOfPerson = ({ kind, by }: PostingRequest) =>
  by.role !== 'system' && (kind === 'stake' || kind === 'claim' || kind === 'pool')

function decideNew(state: LedgerState, asked: KeyedPosting, terms: Terms): Decision {
  const { now } = terms
  const { posting } = asked
  if ('details' in posting && JSON.stringify(posting.details ?? null).length > detailsMaxBytes) return refuse('LIMIT')
  switch (posting.kind) {
    case 'stake':
      return decideStake(state, { ...asked, posting }, now)
    case 'settle':
      return decideSettlement(state, { ...asked, posting }, terms)
    case 'claim':
      return decideClaim(state, { ...asked, posting }, now)
    case 'recover':
      return decideRecovery(state, { ...asked, posting }, now)
    case 'pool':
      return decidePoolChange(state, { ...asked, posting }, now)
    case 'closeGate':
      return decideClosing(state, { ...asked, posting }, now)
  }
}

function decideStake(state: LedgerState, asked: KeyedPosting<OfKind<'stake'>>, now: number): Decision {
  const { adminId, gameId, playerId, gateVersion, notAfter } = asked.posting
  const amount = BigInt(asked.posting.amount)
  const pool = poolIdOf(adminId, gameId)
  const side = sideOf(state, playerId)
  const wallet = side?.receiver.state
  // By the time that its row will carry, which a wallet that is ahead puts later: no ticket stands behind its close.
  if (timeOf(side, now) > Date.parse(notAfter)) return refuse('TOO_LATE')
  if (externalOf(state, pool).gateVersion !== gateVersion) return refuse('DRAW_CLOSED')
  if (!wallet || side.who.ancestry.admin !== adminId) return refuse('MISSING_WALLET')
  const above = Object.values(side.who.ancestry).map(id => state.wallets.get(id))
  if ([wallet, ...above].some(one => one?.status !== 'active')) return refuse('FROZEN')
  if (amount < 1n || amount > maxAmount) return refuse('LIMIT')
  if (wallet.balance < amount) return refuse('INSUFFICIENT')
  const receiver = { ...side.receiver, state: { ...wallet, lastStake: wallet.seq + 1n } }
  const move = { source: playerId, destination: pool, amount, told: amount }
  return moved(state, asked, move, now, { side: { who: side.who, receiver } })
}

function decideSettlement(state: LedgerState, asked: KeyedPosting<OfKind<'settle'>>, terms: Terms): Decision {
  const { adminId, gameId } = asked.posting
  const told = BigInt(asked.posting.amount)
  if (told > maxAmount || -told > maxAmount) return refuse('LIMIT')
  const [pool, winsId] = [poolIdOf(adminId, gameId), winsIdOf(adminId, gameId)]
  const [source, destination] = told < 0n ? [winsId, pool] : [pool, winsId]
  const wins = winsAfterSettling(state, asked.posting)
  if (!wins) return refuse('NOT_WON')
  const wonOn = wonOnAfter(externalOf(state, winsId).wonOn, asked.posting, terms.day)
  if (wonOn.amount > terms.pairDayLimit) return refuse('PAIR_LIMIT')
  const move = { source, destination, amount: told < 0n ? -told : told, told }
  if (externalFault(state, move)) return refuse('LIMIT')
  const externals = externalsAfter(state, move).map(([id, external]): [string, ExternalState] => [
    id,
    id === winsId ? { ...external, wonOn } : external,
  ])
  return settled(state, asked, move, terms.now, { externals, wins })
}

/**
 * Points that are owed reach a suspended player too, whose wallet stays closed to stakes, and of a deleted one the heir:
 * nothing is stuck. Row and event carry what was paid, whatever was requested.
 */
function decideClaim(state: LedgerState, request: KeyedPosting<OfKind<'claim'>>, now: number): Decision {
  const { adminId, gameId, playerId, details } = request.posting
  const who = state.players.get(playerId)
  const receiver = who && receiverOf(state, { walletId: playerId, username: who.username })
  if (!receiver) return refuse('MISSING_WALLET')
  const payment = paymentOf(state, request.posting)
  if (!payment) return refuse('NOT_WON')
  const { amount, tickets, wins } = payment
  if (amount > maxAmount || (receiver.state?.balance ?? 0n) + amount > maxBalance) return refuse('LIMIT')
  const move = { source: winsIdOf(adminId, gameId), destination: receiver.walletId, amount, told: amount }
  const posting = { ...request.posting, amount: String(amount), details: { ...details, tickets } }
  return moved(state, { ...request, posting }, move, now, { side: { who, receiver }, wins, tickets: wins.length })
}

/** Nothing is left in the wallet of a deleted player: the debt stays, and no heir pays it. */
function decideRecovery(state: LedgerState, asked: KeyedPosting<OfKind<'recover'>>, now: number): Decision {
  const { adminId, gameId, playerId } = asked.posting
  const wanted = BigInt(asked.posting.amount)
  const [who, wallet] = [state.players.get(playerId), state.wallets.get(playerId)]
  if (!who || !wallet) return refuse('MISSING_WALLET')
  if (wanted > maxAmount) return refuse('LIMIT')
  const free = wallet.status === 'closed' ? 0n : wallet.balance
  const side = { who, receiver: { walletId: playerId, username: who.username, state: wallet } }
  const ticketId = asked.posting.details.ticket
  const win = winOf(state, ticketId, asked.posting)
  if (win?.playerId !== playerId) return refuse('NOT_WON')
  const amount = mostOf(0n, leastOf(free, win.claimed - win.won, wanted))
  const move = { source: playerId, destination: winsIdOf(adminId, gameId), amount, told: amount }
  const wins: Wins = [[ticketId, { ...win, claimed: win.claimed - amount }]]
  return moved(state, asked, move, now, { side, wins: amount > 0n ? wins : [] })
}

function decidePoolChange(state: LedgerState, asked: KeyedPosting<OfKind<'pool'>>, now: number): Decision {
  const { adminId, gameId, change } = asked.posting
  const pool = poolIdOf(adminId, gameId)
  if (change.type === 'add') {
    const amount = BigInt(change.amount)
    if (amount < 1n || amount > maxAmount) return refuse('LIMIT')
    // What only fills up a pool that is below 0 is a debt already.
    const shortage = lineShortage(state, adminId, leastOf(amount, amount + externalOf(state, pool).balance))
    if (shortage) return refuse('CREDIT_LINE', shortage.left)
    return moved(state, asked, { source: issuerId, destination: pool, amount, told: amount }, now, { issued: amount })
  }
  // Whatever is in it, it can be emptied: that needs no limit.
  const told = externalOf(state, pool).balance
  const [source, destination] = told < 0n ? [issuerId, pool] : [pool, issuerId]
  const move = { source, destination, amount: told < 0n ? -told : told, told }
  return settled(state, asked, move, now, { issued: -told })
}

function decideClosing(state: LedgerState, asked: KeyedPosting<OfKind<'closeGate'>>, now: number): Decision {
  const { adminId, gameId, gateVersion } = asked.posting
  const pool = poolIdOf(adminId, gameId)
  const before = externalOf(state, pool)
  if (before.gateVersion !== gateVersion) return refuse('DRAW_CLOSED')
  const nothing = { source: pool, destination: pool, amount: 0n, told: 0n }
  return settled(state, asked, nothing, now, {
    externals: [[pool, { ...before, gateVersion: gateVersion + 1 }]],
  })
}

/** @returns `LIMIT` where it would leave more in a pool or its wins than is exact. */
function moved(state: LedgerState, asked: KeyedPosting, move: Move, now: number, what: Changes = {}): Decision {
  if (externalFault(state, move)) return refuse('LIMIT')
  return settled(state, asked, move, now, what)
}

function settled(
  state: LedgerState,
  { posting, id, hash }: KeyedPosting,
  { source, destination, amount, told }: Move,
  now: number,
  changes: Changes = {},
): Decision {
  const { side, externals = externalsAfter(state, { source, destination, amount }), wins = [], tickets } = changes
  const pool = poolIdOf(posting.adminId, posting.gameId)
  const poolAfter = externals.find(([account]) => account === pool)?.[1] ?? externalOf(state, pool)
  const at = timeOf(side, now)
  const wallet = side?.receiver
  const after = wallet?.state && walletAfter(wallet.state, source === wallet.walletId ? -amount : amount, at)
  const result: PlayResult = {
    replayed: false,
    seq: state.playHead + 1n,
    amount: told,
    playerBalance: after && wallet?.walletId === side?.who.id ? after.balance : null,
    poolBalance: poolAfter.balance,
    gateVersion: poolAfter.gateVersion,
    ...(tickets === undefined ? {} : { tickets }),
  }
  const player = side && wallet ? { who: side.who, wallet, after } : null
  const play: PlayBooking = { id, hash, posting, source, destination, amount, at, player, externals, wins, result }
  const wallets: [string, WalletState][] = wallet && after && amount > 0n ? [[wallet.walletId, after]] : []
  const admin = changes.issued ? state.wallets.get(posting.adminId) : undefined
  if (admin && changes.issued) wallets.push([posting.adminId, withIssued(admin, changes.issued)])
  return { type: 'settled', wallets, play, result }
}

/** Times within a wallet never fall, whatever the clock does. */
const timeOf = (side: Side | undefined, now: number) => Math.max(now, side?.receiver.state?.updatedAt ?? 0)

/** A wallet's numbers count its entries: without an amount there is none. */
const walletAfter = (wallet: WalletState, change: bigint, at: number): WalletState =>
  change === 0n ? wallet : { ...wallet, balance: wallet.balance + change, seq: wallet.seq + 1n, updatedAt: at }

/** A player whose wallet is there; what is closed is gone. */
function sideOf({ wallets, players }: LedgerState, playerId: string): Side | undefined {
  const [who, state] = [players.get(playerId), wallets.get(playerId)]
  if (!who || !state || state.status === 'closed') return undefined
  return { who, receiver: { walletId: playerId, username: who.username, state } }
}
