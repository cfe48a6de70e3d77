import { amountMax, balanceMax } from '@cascade/contracts'
import { heldBy, isBetweenAdmins, positionOf, withPositions } from '../branch'
import { creditShortage, issuedChanges, withIssued } from '../credit-line'
import { hashWithoutWins, isExternal } from '../ids'
import { isFinal, type RejectionReason } from '../rejection'
import type { ChangeRequest, CloseKeyRequest, CloseRequest, LedgerRequest, TransferRequest, WalletRef } from '../types'
import { needsApproval, withMoved } from './approval-limits'
import { buildBooking, externalLimitFault, walletsAfter } from './booking'
import { decidePlay } from './decide-play'
import {
  type Decision,
  type LedgerState,
  type QueuedRequest,
  rejectFinally,
  type StoredOutcome,
  type StoredPosting,
  type Terms,
  type WalletState,
  withStatus,
} from './ledger-state'
import { decideLimitChange, findLimitFault, withGifts } from './limits'

/** Decides one request. Pure: changes nothing and reads no clock. */
export function decide(state: LedgerState, { request, id, hash }: QueuedRequest, terms: Terms): Decision {
  const { now } = terms
  if (request.type === 'change') return decideChange(state, request, id, terms)
  if (request.type === 'close') return decideClose(state, withPositions(request, state.move), id, now)
  const stored = state.postings.get(id) ?? state.outcomes.get(id)
  // The verdict belongs to the key: one key has one row, whatever the other request was.
  if (request.type === 'closeKey') return decideKeyClosing(state, { id, hash, actor: request.actor })
  if (stored && !isClosedKey(stored) && !isSameRequest(stored, request, hash))
    return { ...reject('KEY_REUSED'), verdict: verdictOf(state.outcomes.get(id)) }
  if (request.type === 'play') return decidePlay(state, { posting: request.posting, id, hash }, terms)
  const outcome = state.outcomes.get(id)
  if (outcome) return replay(outcome, id)
  return decideTransfer(state, withPositions(request, state.move), { id, hash }, terms)
}

const isClosedKey = (stored: StoredOutcome | StoredPosting) => 'reason' in stored && stored.reason === 'DECLINED'

type ClosedKey = { id: string; hash: string; actor: CloseKeyRequest['actor'] }

/** One key has one row: whatever comes first, the booking or the closing, is final. */
function decideKeyClosing({ postings, outcomes }: LedgerState, key: ClosedKey): Decision {
  const outcome = outcomes.get(key.id)
  if (postings.has(key.id) || (outcome && !outcome.reason)) return { type: 'replayed', result: { isBooked: true } }
  const rejection = { ...reject('DECLINED'), verdict: 'refused' as const }
  if (outcome) return { ...rejection, replayed: true }
  return { ...rejection, finalRejection: { ...key, reason: 'DECLINED', amount: 0n } }
}

const reject = (reason: RejectionReason) => ({ type: 'rejected' as const, reason, replayed: false })

const isSameRequest = (stored: { hash: string }, request: LedgerRequest, hash: string) =>
  stored.hash === hash ||
  (request.type === 'play' && request.posting.kind === 'settle' && stored.hash === hashWithoutWins(request.posting))

const verdictOf = (stored: StoredOutcome | undefined) => (stored?.reason ? 'refused' : 'booked')

function replay(stored: StoredOutcome, transferId: string): Decision {
  const { reason, left, sourceBalance, destinationBalance } = stored
  if (reason) {
    return { type: 'rejected', reason, ...(left === undefined ? {} : { left }), replayed: true, verdict: 'refused' }
  }
  return { type: 'replayed', result: { transferId, sourceBalance, destinationBalance, replayed: true } }
}

function decideTransfer(
  state: LedgerState,
  request: TransferRequest,
  key: { id: string; hash: string },
  terms: Terms,
): Decision {
  const { amount, actor } = request
  const shortage = findShortage(state, request)
  const unapproved = needsApproval(state, request, terms) ? ('APPROVAL_NEEDED' as const) : undefined
  const limit = findLimitFault(state, request, terms.day)
  const reason = findFault(state, request, terms) ?? (shortage && 'CREDIT_LINE') ?? limit?.reason ?? unapproved
  if (reason) {
    const fault = reason === limit?.reason ? limit : undefined
    const left = reason === 'CREDIT_LINE' ? shortage?.left : fault?.left
    const limitOwnerId = fault?.limitOwnerId
    const line = left === undefined ? {} : { left }
    // An approved call can be approved again, so its key stays open.
    if (!isFinal(reason) || actor.approvedBy) return { ...reject(reason), ...line, limitOwnerId }
    return rejectFinally(state, { ...key, actor, reason, ...line, amount }, limitOwnerId)
  }
  const booking = buildBooking(state, { ...key, request, amount }, terms.now)
  const sourceBalance = booking.sourceAfter?.balance ?? null
  const destinationBalance = booking.destinationAfter?.balance ?? null
  return {
    type: 'accepted',
    wallets: withMoved(withGifts(walletsAfter(booking), request, terms.day), state, request, terms),
    booking,
    result: { transferId: key.id, sourceBalance, destinationBalance, replayed: false },
  }
}

function findFault(state: LedgerState, request: TransferRequest, { clock }: Terms): RejectionReason | undefined {
  const { source, destination, amount, preconditions = [], reverses } = request
  if (reverses && state.reversals.has(reverses.transferId)) return 'REVERSED'
  if (source.walletId === destination.walletId) return 'SELF'
  if (!isStillSignedIn(state, request, clock)) return 'SCOPE_CHANGED'
  for (const leg of [source, destination]) {
    if (isExternal(leg.walletId)) continue
    const wallet = state.wallets.get(leg.walletId)
    if (!wallet || wallet.status === 'closed') return 'MISSING_WALLET'
    if (hasOtherScope(wallet, leg.scopeVersion) || hasMoved(state, leg)) return 'SCOPE_CHANGED'
    if (wallet.status === 'frozen') return 'FROZEN'
  }
  for (const { walletId, scopeVersion } of preconditions) {
    if (hasOtherScope(state.wallets.get(walletId), scopeVersion)) return 'SCOPE_CHANGED'
  }
  if (amount < 1n || amount > amountMax) return 'LIMIT'
  const payer = state.wallets.get(source.walletId)
  if (payer && payer.balance < amount) return 'INSUFFICIENT'
  const move = { source: source.walletId, destination: destination.walletId, amount }
  return destinationLimitFault(state, destination.walletId, amount) ?? externalLimitFault(state, move)
}

function isStillSignedIn(
  { sessions, accounts }: LedgerState,
  { actor, sessionId, passwordVersion }: TransferRequest,
  clock: number,
): boolean {
  if (sessionId !== undefined && (sessions.get(sessionId) ?? 0) <= clock) return false
  return passwordVersion === undefined || accounts.get(actor.id)?.passwordVersion === passwordVersion
}

/** Points that enter an admin's subtree are a debt of that admin. */
function findShortage(state: LedgerState, { source, destination, amount }: TransferRequest) {
  for (const [adminId, change] of issuedChanges(source.ancestry.admin, destination.ancestry.admin, amount)) {
    const shortage = creditShortage(state, adminId, change)
    if (shortage) return shortage
  }
  return undefined
}

function destinationLimitFault(state: LedgerState, walletId: string, amount: bigint): RejectionReason | undefined {
  const wallet = state.wallets.get(walletId)
  return wallet && wallet.balance + amount > balanceMax ? 'LIMIT' : undefined
}

const hasOtherScope = (wallet: WalletState | undefined, expected: number | undefined) =>
  expected !== undefined && wallet?.scopeVersion !== expected

/** An account above was moved after the request was planned; `withPositions` knows the last move only. */
function hasMoved({ accounts, move }: LedgerState, { walletId, ancestry }: WalletRef): boolean {
  const present = accounts.get(walletId)
  if (!present) return false
  const planned: Record<string, string | undefined> = ancestry
  const position = positionOf(walletId, present.ancestry, move)
  return Object.entries(position).some(([role, id]) => planned[role] !== id)
}

function decideChange(state: LedgerState, request: ChangeRequest, id: string, terms: Terms): Decision {
  const { walletId, status, reopen = false, creditLine, raise } = request
  const wallet = state.wallets.get(walletId)
  if (!wallet) return reject('MISSING_WALLET')
  if (wallet.lastChange === id) return { type: 'replayed', result: { scopeVersion: wallet.scopeVersion } }
  if ((wallet.status === 'closed') !== reopen) return reject('MISSING_WALLET')
  if (request.limits) return decideLimitChange(state, request, id, terms)
  const line = { ...(creditLine !== undefined && { creditLine }), ...(reopen && { heir: null }) }
  const changed = { ...withStatus(wallet, status ?? wallet.status, id, terms.now), ...line }
  const result = { scopeVersion: changed.scopeVersion }
  const movement = raise && { kind: 'transfer' as const, ...raise }
  if (movement && needsApproval(state, movement, terms)) return reject('APPROVAL_NEEDED')
  const own: [string, WalletState][] = [[walletId, changed]]
  const wallets = movement ? withMoved(own, state, movement, terms) : own
  if (!request.move) return { type: 'accepted', wallets, result }
  const { move, sum } = request
  if (sum?.moves !== state.moves) return reject('SCOPE_CHANGED')
  if (!isBetweenAdmins(move)) return { type: 'accepted', wallets, moved: { move }, result }
  // What the branch holds now becomes a debt of the new admin instead of the old one.
  const branch = state.branches.get(move.root)
  if (!branch) return reject('SCOPE_CHANGED')
  const amount = heldBy(branch, state.wallets)
  const { admin } = move.ancestry
  const shortage = admin === undefined ? undefined : creditShortage(state, admin, amount)
  if (shortage) return { ...reject('CREDIT_LINE'), ...shortage }
  for (const [adminId, change] of issuedChanges(move.from, admin, amount)) {
    const debtor = state.wallets.get(adminId)
    if (debtor) wallets.push([adminId, withIssued(debtor, change)])
  }
  return { type: 'accepted', wallets, moved: { move, amount }, result }
}

/** Frozen accounts can be closed, and a frozen parent receives the balance: no points get stuck. */
function decideClose(state: LedgerState, request: CloseRequest, id: string, now: number): Decision {
  const { source, destination } = request
  const wallet = state.wallets.get(source.walletId)
  if (source.walletId === destination.walletId) return reject('SELF')
  if (!wallet) return reject('MISSING_WALLET')
  if (wallet.status === 'closed') {
    const stored = state.outcomes.get(id)
    return { type: 'replayed', result: { transferId: stored ? id : null, returned: stored?.amount ?? 0n } }
  }
  if (hasOtherScope(wallet, source.scopeVersion)) return reject('SCOPE_CHANGED')
  if (request.entries !== undefined && (wallet.lastStake ?? 0n) > request.entries) return reject('SCOPE_CHANGED')
  if (wallet.balance < 0n) return reject('FROZEN')
  const receiver = state.wallets.get(destination.walletId)
  if (!isExternal(destination.walletId) && (receiver?.status ?? 'closed') === 'closed') return reject('MISSING_WALLET')
  const heir = { walletId: destination.walletId, username: destination.username }
  const closed = { ...withStatus(wallet, 'closed', id, now), heir }
  if (wallet.balance === 0n) {
    return { type: 'accepted', wallets: [[source.walletId, closed]], result: { transferId: null, returned: 0n } }
  }
  const fault = destinationLimitFault(state, destination.walletId, wallet.balance)
  if (fault) return reject(fault)
  const closing = { ...state, wallets: new Map(state.wallets).set(source.walletId, closed) }
  const booking = buildBooking(closing, { id, hash: '', request, amount: wallet.balance }, now)
  return {
    type: 'accepted',
    wallets: walletsAfter(booking),
    booking,
    result: { transferId: id, returned: wallet.balance },
  }
}
