import { amountMax, balanceMax } from '@cascade/contracts'
import { detailsBytesMax, type PostingRequest } from '@cascade/contracts/accounts'
import { creditShortage } from '../credit-line'
import { issuerId, poolIdOf, winsIdOf } from '../ids'
import { isFinal } from '../rejection'
import { needsApproval, withMoved } from './approval-limits'
import { bookingTime, bookMovement, bookPosting, findParty, type KeyedPosting, reject } from './book-posting'
import { externalLimitFault, externalsAfter } from './booking'
import {
  type Decision,
  type ExternalState,
  externalOf,
  type LedgerState,
  rejectFinally,
  resolveReceiver,
  type Terms,
} from './ledger-state'
import { findPlayFault, withPlay } from './limits'
import { addToDay, applySettlement, computePayment, findWin, maxOf, minOf, type Wins } from './ticket-wins'

type OfKind<K extends PostingRequest['kind']> = Extract<PostingRequest, { kind: K }>

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
  by.role !== 'system' && !by.approvedBy && (kind === 'stake' || kind === 'claim' || kind === 'pool')

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
    case 'void':
      return decideVoid(state, { ...request, posting }, terms)
    case 'recover':
      return decideRecovery(state, { ...request, posting }, now)
    case 'pool':
      return decidePoolChange(state, { ...request, posting }, terms)
    case 'closeGate':
      return decideGateClosing(state, { ...request, posting }, now)
  }
}

function decideStake(state: LedgerState, request: KeyedPosting<OfKind<'stake'>>, terms: Terms): Decision {
  const { now, clock, day } = terms
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
  const { player } = party
  const fault = findPlayFault(state, player, amount, terms)
  if (fault) return { ...reject(fault.reason), limitOwnerId: fault.limitOwnerId }
  const receiver = { ...party.receiver, state: { ...wallet, lastStake: wallet.seq + 1n } }
  const movement = { source: playerId, destination: pool, amount, reported: amount }
  const booked = bookMovement(state, request, movement, now, { party: { player, receiver } })
  if (booked.type !== 'accepted') return booked
  return { ...booked, wallets: withPlay(booked.wallets, state, [{ player, change: { stakes: amount } }], day) }
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
  if (wonOn.amount > terms.offeringDayLimit) return reject('OFFERING_LIMIT')
  const movement = { source, destination, amount: reported < 0n ? -reported : reported, reported }
  if (externalLimitFault(state, movement)) return reject('LIMIT')
  const externals = externalsAfter(state, movement).map(([id, external]): [string, ExternalState] => [
    id,
    id === winsId ? { ...external, wonOn } : external,
  ])
  const booked = bookPosting(state, request, movement, terms.now, { externals, wins })
  if (booked.type !== 'accepted') return booked
  const plays = request.posting.wins.flatMap(([ticketId, won]) => {
    const bet = state.bets.get(ticketId)
    return bet ? [{ player: bet.player, change: { wins: BigInt(won) } }] : []
  })
  return { ...booked, wallets: withPlay(booked.wallets, state, plays, terms.day) }
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

/** Pays whom a claim pays. Afterwards the ticket can win nothing, and the stake no longer counts for its day. */
function decideVoid(state: LedgerState, request: KeyedPosting<OfKind<'void'>>, terms: Terms): Decision {
  const { adminId, gameId, playerId, details, notAfter } = request.posting
  const pool = poolIdOf(adminId, gameId)
  const [bet, win] = [state.bets.get(details.ticket), findWin(state, details.ticket, request.posting)]
  const player = state.players.get(playerId)
  const receiver = player && resolveReceiver(state, { walletId: playerId, username: player.username })
  if (!receiver) return reject('MISSING_WALLET')
  if (!bet || win?.playerId !== playerId) return reject('NOT_STAKED')
  const isSettled = win.won > 0n || win.claimed > 0n
  if (isSettled || externalOf(state, pool).gateVersion !== bet.gateVersion) return reject('DRAW_CLOSED')
  const party = { player, receiver }
  if (Math.max(terms.clock, bookingTime(party, terms.now)) > Date.parse(notAfter)) return reject('TOO_LATE')
  const { amount } = bet
  if ((receiver.state?.balance ?? 0n) + amount > balanceMax) return reject('LIMIT')
  const movement = { source: pool, destination: receiver.walletId, amount, reported: amount }
  const wins: Wins = [[details.ticket, { ...win, most: 0n }]]
  const booked = bookMovement(state, request, movement, terms.now, { party, wins })
  if (booked.type !== 'accepted' || bet.day !== terms.day || receiver.walletId !== playerId) return booked
  const unstaked = { player: bet.player, change: { stakes: -amount } }
  return { ...booked, wallets: withPlay(booked.wallets, state, [unstaked], terms.day) }
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

function decidePoolChange(state: LedgerState, request: KeyedPosting<OfKind<'pool'>>, terms: Terms): Decision {
  const { adminId, gameId, change, by } = request.posting
  const { now } = terms
  const pool = poolIdOf(adminId, gameId)
  if (change.type === 'add') {
    const amount = BigInt(change.amount)
    if (amount < 1n || amount > amountMax) return reject('LIMIT')
    const movement = { kind: 'pool' as const, actor: by, amount }
    // A negative pool is a debt already: only the part above 0 is a further debt.
    const shortage = creditShortage(state, adminId, minOf(amount, amount + externalOf(state, pool).balance))
    if (shortage) return reject('CREDIT_LINE', shortage.left)
    if (needsApproval(state, movement, terms)) return reject('APPROVAL_NEEDED')
    const points = { source: issuerId, destination: pool, amount, reported: amount }
    const booked = bookMovement(state, request, points, now, { issued: amount })
    if (booked.type !== 'accepted') return booked
    return { ...booked, wallets: withMoved(booked.wallets, state, movement, terms) }
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
