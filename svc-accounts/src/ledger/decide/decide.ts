import { maxAmount, maxBalance } from '@cascade/contracts'
import { isFinal, type RefusalReason } from '../answers'
import { issuesOf, lineShortage } from '../credit-line'
import { isExternal } from '../ids'
import type { ChangeRequest, CloseRequest, TransferRequest } from '../types'
import { decidePlay } from './decide-play'
import {
  type Accepted,
  changedWallet,
  type Decision,
  externalFault,
  type KeptAnswer,
  type LedgerState,
  post,
  type Terms,
  type WalletState,
  walletsAfter,
} from './ledger-state'

/** Decides one request. Pure: it changes nothing and reads no clock. */
export function decide(state: LedgerState, { request, id, hash }: Accepted, terms: Terms): Decision {
  const { now } = terms
  if (request.type === 'change') return decideChange(state, request, id, now)
  if (request.type === 'close') return decideClose(state, request, id, now)
  const stored = state.plays.get(id) ?? state.answers.get(id)
  // Whatever the other request was: a key has one row, so its verdict is that row's.
  if (stored && stored.hash !== hash) return { ...refuse('KEY_REUSED'), verdict: verdictOf(state.answers.get(id)) }
  if (request.type === 'play') return decidePlay(state, { posting: request.posting, id, hash }, terms)
  const answer = state.answers.get(id)
  if (answer) return decideRepeated(answer, id)
  return decideTransfer(state, request, { id, hash }, now)
}

const refuse = (reason: RefusalReason) => ({ type: 'refused' as const, reason, replayed: false })

const verdictOf = (answer: KeptAnswer | undefined) => (answer?.reason ? 'refused' : 'booked')

function decideRepeated(answer: KeptAnswer, transferId: string): Decision {
  const { reason, left, sourceBalance, destinationBalance } = answer
  if (reason) {
    return { type: 'refused', reason, ...(left === undefined ? {} : { left }), replayed: true, verdict: 'refused' }
  }
  return { type: 'repeated', result: { transferId, sourceBalance, destinationBalance, replayed: true } }
}

function decideTransfer(
  state: LedgerState,
  request: TransferRequest,
  key: { id: string; hash: string },
  now: number,
): Decision {
  const { amount } = request
  const shortage = shortageOf(state, request)
  const reason = faultOf(state, request) ?? (shortage && 'CREDIT_LINE')
  if (reason) {
    if (!isFinal(reason)) return refuse(reason)
    const why = { reason, ...(reason === 'CREDIT_LINE' ? shortage : {}) }
    return { type: 'refused', ...why, replayed: false, verdict: 'refused', keep: { ...key, ...why, amount } }
  }
  const booking = post(state, { ...key, request, amount }, now)
  const sourceBalance = booking.sourceAfter?.balance ?? null
  const destinationBalance = booking.destinationAfter?.balance ?? null
  return {
    type: 'settled',
    wallets: walletsAfter(booking),
    booking,
    result: { transferId: key.id, sourceBalance, destinationBalance, replayed: false },
  }
}

function faultOf(state: LedgerState, request: TransferRequest): RefusalReason | undefined {
  const { source, destination, amount, preconditions = [] } = request
  if (source.walletId === destination.walletId) return 'SELF'
  for (const side of [source, destination]) {
    if (isExternal(side.walletId)) continue
    const wallet = state.wallets.get(side.walletId)
    if (!wallet || wallet.status === 'closed') return 'MISSING_WALLET'
    if (isOtherScope(wallet, side.scopeVersion)) return 'SCOPE_CHANGED'
    if (wallet.status === 'frozen') return 'FROZEN'
  }
  for (const { walletId, scopeVersion } of preconditions) {
    if (isOtherScope(state.wallets.get(walletId), scopeVersion)) return 'SCOPE_CHANGED'
  }
  if (amount < 1n || amount > maxAmount) return 'LIMIT'
  const payer = state.wallets.get(source.walletId)
  if (payer && payer.balance < amount) return 'INSUFFICIENT'
  const move = { source: source.walletId, destination: destination.walletId, amount }
  return destinationFault(state, destination.walletId, amount) ?? externalFault(state, move)
}

/** Points that come into the tree below an admin are a debt of that admin. */
function shortageOf(state: LedgerState, { source, destination, amount }: TransferRequest) {
  for (const [adminId, change] of issuesOf(source, destination, amount)) {
    const shortage = lineShortage(state, adminId, change)
    if (shortage) return shortage
  }
  return undefined
}

function destinationFault(state: LedgerState, walletId: string, amount: bigint): RefusalReason | undefined {
  const wallet = state.wallets.get(walletId)
  return wallet && wallet.balance + amount > maxBalance ? 'LIMIT' : undefined
}

const isOtherScope = (wallet: WalletState | undefined, seen: number | undefined) =>
  seen !== undefined && wallet?.scopeVersion !== seen

function decideChange(state: LedgerState, request: ChangeRequest, id: string, now: number): Decision {
  const { walletId, status, creditLine } = request
  const wallet = state.wallets.get(walletId)
  if (!wallet || wallet.status === 'closed') return refuse('MISSING_WALLET')
  if (wallet.lastChange === id) return { type: 'repeated', result: { scopeVersion: wallet.scopeVersion } }
  const line = creditLine === undefined ? {} : { creditLine }
  const changed = { ...changedWallet(wallet, status ?? wallet.status, id, now), ...line }
  return { type: 'settled', wallets: [[walletId, changed]], result: { scopeVersion: changed.scopeVersion } }
}

/** A frozen account can be deleted, and a frozen parent receives: points must not be stuck. */
function decideClose(state: LedgerState, request: CloseRequest, id: string, now: number): Decision {
  const { source, destination } = request
  const wallet = state.wallets.get(source.walletId)
  if (source.walletId === destination.walletId) return refuse('SELF')
  if (!wallet) return refuse('MISSING_WALLET')
  if (wallet.status === 'closed') {
    const kept = state.answers.get(id)
    return { type: 'repeated', result: { transferId: kept ? id : null, returned: kept?.amount ?? 0n } }
  }
  if (isOtherScope(wallet, source.scopeVersion)) return refuse('SCOPE_CHANGED')
  if (request.entries !== undefined && (wallet.lastStake ?? 0n) > request.entries) return refuse('SCOPE_CHANGED')
  if (wallet.balance < 0n) return refuse('FROZEN')
  const receiver = state.wallets.get(destination.walletId)
  if (!isExternal(destination.walletId) && (receiver?.status ?? 'closed') === 'closed') return refuse('MISSING_WALLET')
  const heir = { walletId: destination.walletId, username: destination.username }
  const closed = { ...changedWallet(wallet, 'closed', id, now), heir }
  if (wallet.balance === 0n) {
    return { type: 'settled', wallets: [[source.walletId, closed]], result: { transferId: null, returned: 0n } }
  }
  const fault = destinationFault(state, destination.walletId, wallet.balance)
  if (fault) return refuse(fault)
  const closing = { ...state, wallets: new Map(state.wallets).set(source.walletId, closed) }
  const booking = post(closing, { id, hash: '', request, amount: wallet.balance }, now)
  return {
    type: 'settled',
    wallets: walletsAfter(booking),
    booking,
    result: { transferId: id, returned: wallet.balance },
  }
}
