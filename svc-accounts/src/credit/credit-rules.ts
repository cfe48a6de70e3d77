import { type AccountRole, can, toHundredths } from '@cascade/contracts'
import { authTexts, type CreditAdjustInput, type CreditTransferInput } from '@cascade/contracts/accounts'
import { forbidden, invalid, isInScope, notFound } from '@cascade/service-kit'
import {
  type Account,
  ancestorIds,
  ancestorOf,
  isBelow,
  issuerRef,
  type Scope,
  StaleAccount,
  walletRefOf,
} from '../accounts/account'
import { requireAccount } from '../accounts/find-account'
import { accountTexts } from '../accounts/texts'
import { type PasswordOwner, passwordOwnerOf } from '../identity/passwords/confirm-password'
import type { Precondition, WalletRef } from '../ledger'

export type CreditRequest = {
  /** `credit` takes points back, `generated` issues new points, the others give points. */
  kind: 'transfer' | 'generated' | 'credit' | 'debit'
  /** Level of the receiver; `parentId` if the path names its parent. */
  role: AccountRole
  parentId?: string | undefined
  /** The target account, and the sender (or, for `credit`, the account that receives the points back). */
  toUserId: string
  userId: string
  /** Hundredths. */
  amount: bigint
  amountField: 'transferAmount' | 'adjustAmount'
  note: string
  password: string
  /** Session that must not have ended when the ledger writes; absent for approved calls and runs. */
  sessionId?: string | undefined
}
export type CreditReceiver = Pick<CreditRequest, 'role' | 'parentId' | 'toUserId'>
export type CreditBody = Omit<CreditTransferInput, 'toUserId'> | Omit<CreditAdjustInput, 'toUserId'>

/** A transfer of a superadmin to itself issues new points; there is no other way to issue points. */
export function toCreditRequest({ accountId }: Scope, receiver: CreditReceiver, body: CreditBody): CreditRequest {
  const { userId = accountId, note = '', password } = body
  const request = { ...receiver, userId, note, password }
  if ('adjustAmount' in body) {
    const { transactionType: kind, adjustAmount } = body
    return { ...request, kind, amount: toHundredths(adjustAmount), amountField: 'adjustAmount' }
  }
  const kind = receiver.toUserId === accountId && userId === accountId ? 'generated' : 'transfer'
  return { ...request, kind, amount: toHundredths(body.transferAmount), amountField: 'transferAmount' }
}

/** Everything that a booking depends on. */
export type CreditPlan = {
  account: PasswordOwner
  source: WalletRef
  destination: WalletRef
  preconditions: Precondition[]
}

/**
 * Plans the booking of a request.
 * @param accounts both legs and all their ancestors
 * @throws AppError if the actor is not allowed; StaleAccount if the accounts were read at different times
 */
export function planCredit(
  viewer: Scope,
  request: CreditRequest,
  { actor, accounts }: { actor: Account; accounts: ReadonlyMap<string, Account> },
): CreditPlan {
  const { kind, toUserId, userId } = request
  const target = requireAccount(viewer, accounts.get(toUserId), request)
  const sender = requireSender(viewer, accounts.get(userId), target)
  const between = idsBetween(viewer, target).map(id => accounts.get(id))
  const preconditions = preconditionsOf(actor, between, target)
  if (kind !== 'generated') requireDistinct(viewer, sender, target)
  else if (!can(viewer.role, 'credit.issue')) throw forbidden()
  if (!sender.active || !target.active) throw forbidden(authTexts.inactive)
  const [source, destination] = kind === 'credit' ? [target, sender] : [sender, target]
  return {
    account: passwordOwnerOf(actor),
    source: kind === 'generated' ? issuerRef : walletRefOf(source),
    destination: walletRefOf(destination),
    preconditions,
  }
}

export function legsOf({ kind, userId, toUserId }: CreditRequest) {
  const [source, destination] = kind === 'credit' ? [toUserId, userId] : [userId, toUserId]
  return {
    source: { walletId: kind === 'generated' ? issuerRef.walletId : source },
    destination: { walletId: destination },
  }
}

/**
 * The accounts between actor and target: if one of them moves, the target may leave the actor's scope. Nothing leaves the
 * scope of a superadmin.
 */
export function idsBetween(actor: Scope, target: Pick<Account, '_id' | 'ancestry'>): string[] {
  if (actor.role === 'superadmin' || target._id === actor.accountId) return []
  const above = ancestorIds(target.ancestry)
  return above.slice(above.indexOf(ancestorOf(target.ancestry, actor.role) ?? '') + 1)
}

/**
 * Preconditions for the ledger: the actor was not suspended, and no account between actor and target was moved, since the
 * rights were checked.
 * @throws StaleAccount if the accounts were read at different times and do not form a chain
 */
export function preconditionsOf(
  actor: Account,
  between: readonly (Account | undefined)[],
  target: Account,
): Precondition[] {
  const chain = [actor, ...between]
  const isWhole = between.length === 0 || [...between, target].every((one, at) => one?.parentId === chain[at]?._id)
  if (!isWhole) throw new StaleAccount()
  return chain.flatMap(one => (one ? { walletId: one._id, scopeVersion: one.scopeVersion } : []))
}

/** The sender must be the actor, or the parent of the target in the actor's scope. Out of scope is NOT_FOUND. */
function requireSender(actor: Scope, sender: Account | undefined, target: Account): Account {
  if (!sender || !isInScope(actor, sender)) throw notFound()
  const isActor = sender._id === actor.accountId
  if (!isActor && sender._id !== target.parentId) throw forbidden(accountTexts.wrongSender)
  return sender
}

export function requireDistinct(actor: Scope, sender: Account, target: Account): void {
  if (sender._id === target._id) throw invalid(accountTexts.sameWallet, 'toUserId')
  if (!isBelow(actor, target)) throw notFound()
}
