import { maxAmount, maxBalance } from '@cascade/contracts'
import {
  type Accepted,
  type Books,
  changedWallet,
  type Decision,
  type KeptAnswer,
  move,
  type WalletState,
  walletsAfter,
} from './books'
import { isOpenWallet } from './ids'
import { isFinal, type RefusalReason } from './refusals'
import type { ChangeRequest, CloseRequest, TransferRequest } from './types'

/** Decides one request on the books. Pure: it changes nothing and reads no clock. */
export function decide(books: Books, { request, id, hash }: Accepted, now: number): Decision {
  if (request.type === 'change') return decideChange(books, request, id, now)
  if (request.type === 'close') return decideClose(books, request, id, now)
  const kept = books.answers.get(id)
  if (kept) return decideRepeated(kept, id, hash)
  return decideTransfer(books, request, { id, hash }, now)
}

const refuse = (reason: RefusalReason, replayed = false): Decision => ({ type: 'refused', reason, replayed })

function decideRepeated(kept: KeptAnswer, transferId: string, hash: string): Decision {
  const { fromBalance, toBalance } = kept
  if (kept.hash !== hash) return refuse('KEY_REUSED')
  if (kept.reason) return refuse(kept.reason, true)
  return { type: 'repeated', result: { transferId, fromBalance, toBalance, replayed: true } }
}

function decideTransfer(
  books: Books,
  request: TransferRequest,
  key: { id: string; hash: string },
  now: number,
): Decision {
  const { amount } = request
  const reason = faultOf(books, request)
  if (reason) {
    if (!isFinal(reason)) return refuse(reason)
    const answer = { hash: key.hash, reason, amount, fromBalance: null, toBalance: null }
    return { type: 'refused', reason, replayed: false, keep: { id: key.id, answer } }
  }
  const movement = move(books, { ...key, request, amount }, now)
  const fromBalance = movement.fromAfter?.balance ?? null
  const toBalance = movement.toAfter?.balance ?? null
  return {
    type: 'settled',
    wallets: walletsAfter(movement),
    movement,
    result: { transferId: key.id, fromBalance, toBalance, replayed: false },
  }
}

function faultOf(books: Books, { from, to, amount, guards = [] }: TransferRequest): RefusalReason | undefined {
  if (from.walletId === to.walletId) return 'SELF'
  for (const party of [from, to]) {
    if (isOpenWallet(party.walletId)) continue
    const wallet = books.wallets.get(party.walletId)
    if (!wallet || wallet.status === 'closed') return 'MISSING_WALLET'
    if (isOtherScope(wallet, party.scopeVersion)) return 'SCOPE_CHANGED'
    if (wallet.status === 'frozen') return 'FROZEN'
  }
  for (const guard of guards) {
    if (isOtherScope(books.wallets.get(guard.walletId), guard.scopeVersion)) return 'SCOPE_CHANGED'
  }
  if (amount < 1n || amount > maxAmount) return 'LIMIT'
  const sender = books.wallets.get(from.walletId)
  if (sender && sender.balance - sender.held - amount < sender.floor) return 'INSUFFICIENT'
  return receiverFault(books, to.walletId, amount)
}

function receiverFault(books: Books, walletId: string, amount: bigint): RefusalReason | undefined {
  const receiver = books.wallets.get(walletId)
  return receiver && receiver.balance + amount > maxBalance ? 'LIMIT' : undefined
}

const isOtherScope = (wallet: WalletState | undefined, seen: number | undefined) =>
  seen !== undefined && wallet?.scopeVersion !== seen

function decideChange(books: Books, request: ChangeRequest, id: string, now: number): Decision {
  const { walletId, status } = request
  const wallet = books.wallets.get(walletId)
  if (!wallet || wallet.status === 'closed') return refuse('MISSING_WALLET')
  if (wallet.lastChange === id) return { type: 'repeated', result: { scopeVersion: wallet.scopeVersion } }
  const changed = changedWallet(wallet, status ?? wallet.status, id, now)
  return { type: 'settled', wallets: [[walletId, changed]], result: { scopeVersion: changed.scopeVersion } }
}

/** A frozen account can be deleted, and a frozen parent receives: points must not be stuck. */
function decideClose(books: Books, request: CloseRequest, id: string, now: number): Decision {
  const { from, to } = request
  const wallet = books.wallets.get(from.walletId)
  if (from.walletId === to.walletId) return refuse('SELF')
  if (!wallet) return refuse('MISSING_WALLET')
  if (wallet.status === 'closed') {
    const kept = books.answers.get(id)
    return { type: 'repeated', result: { transferId: kept ? id : null, returned: kept?.amount ?? 0n } }
  }
  if (isOtherScope(wallet, from.scopeVersion)) return refuse('SCOPE_CHANGED')
  if (wallet.held !== 0n || wallet.balance < 0n) return refuse('FROZEN')
  const closed = changedWallet(wallet, 'closed', id, now)
  if (wallet.balance === 0n) {
    return { type: 'settled', wallets: [[from.walletId, closed]], result: { transferId: null, returned: 0n } }
  }
  const isGone = !isOpenWallet(to.walletId) && (books.wallets.get(to.walletId)?.status ?? 'closed') === 'closed'
  if (isGone) return refuse('MISSING_WALLET')
  const fault = receiverFault(books, to.walletId, wallet.balance)
  if (fault) return refuse(fault)
  books = { ...books, wallets: new Map(books.wallets).set(from.walletId, closed) }
  const movement = move(books, { id, hash: '', request, amount: wallet.balance }, now)
  const result = { transferId: id, returned: wallet.balance }
  return { type: 'settled', wallets: walletsAfter(movement), movement, result }
}
