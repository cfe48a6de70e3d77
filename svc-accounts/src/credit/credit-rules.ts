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
import { requireAccount } from '../accounts/read-account'
import { accountTexts } from '../accounts/texts'
import { type PasswordOwner, passwordOwnerOf } from '../credentials/confirm-password'
import type { Precondition, WalletRef } from '../ledger'

/** A credit call, whichever of the two it came as. */
export type CreditOrder = {
  /** `credit` takes back, `generated` makes new points, the others give. */
  kind: 'transfer' | 'generated' | 'credit' | 'debit'
  /** Level of the receiver; `parentId` is given where the path names its parent. */
  role: AccountRole
  parentId?: string | undefined
  /** The account that the call is about, and whose credit goes there or comes from there. */
  toUserId: string
  userId: string
  /** Hundredths. */
  amount: bigint
  /** Field of the request at which a refused amount is told. */
  amountField: 'transferAmount' | 'adjustAmount'
  note: string
  password: string
}
export type CreditReceiver = Pick<CreditOrder, 'role' | 'parentId' | 'toUserId'>
export type CreditBody = Omit<CreditTransferInput, 'toUserId'> | Omit<CreditAdjustInput, 'toUserId'>

/** A superadmin's transfer to themselves issues new points: the only way they come to exist. */
export function toOrder({ accountId }: Scope, receiver: CreditReceiver, body: CreditBody): CreditOrder {
  const { userId = accountId, note = '', password } = body
  const order = { ...receiver, userId, note, password }
  if ('adjustAmount' in body) {
    const { transactionType: kind, adjustAmount } = body
    return { ...order, kind, amount: toHundredths(adjustAmount), amountField: 'adjustAmount' }
  }
  const kind = receiver.toUserId === accountId && userId === accountId ? 'generated' : 'transfer'
  return { ...order, kind, amount: toHundredths(body.transferAmount), amountField: 'transferAmount' }
}

/** All that a booking depends on. Where another one comes of what is read while the ledger writes, nothing is booked. */
export type CreditPlan = {
  /** Whose password is asked for. */
  account: PasswordOwner
  source: WalletRef
  destination: WalletRef
  /** What the ledger compares in its own transaction. */
  preconditions: Precondition[]
}

/**
 * What is booked for an order, by the accounts that are known.
 * @param accounts both sides and everyone above them
 * @throws AppError where the actor may not, StaleAccount where the accounts were read at different times
 */
export function planCredit(
  viewer: Scope,
  order: CreditOrder,
  { actor, accounts }: { actor: Account; accounts: ReadonlyMap<string, Account> },
): CreditPlan {
  const { kind, toUserId, userId } = order
  const target = requireAccount(viewer, accounts.get(toUserId), order)
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

/** Whose wallet pays, and whose is paid. */
export function legsOf({ kind, userId, toUserId }: CreditOrder) {
  const [source, destination] = kind === 'credit' ? [toUserId, userId] : [userId, toUserId]
  return {
    source: { walletId: kind === 'generated' ? issuerRef.walletId : source },
    destination: { walletId: destination },
  }
}

/**
 * The accounts by which a target hangs below the actor: when one of them moves, the target is taken away with it.
 * Nothing moves out of a superadmin's sight.
 */
function idsBetween(actor: Scope, target: Pick<Account, '_id' | 'ancestry'>): string[] {
  if (actor.role === 'superadmin' || target._id === actor.accountId) return []
  const above = ancestorIds(target.ancestry)
  return above.slice(above.indexOf(ancestorOf(target.ancestry, actor.role) ?? '') + 1)
}

/**
 * What the ledger checks again in its own transaction: that neither the actor was suspended nor anybody between them
 * and the target moved since rights were checked.
 * @throws StaleAccount when the accounts between and the target were read at different times and do not hang together.
 */
function preconditionsOf(actor: Account, between: readonly (Account | undefined)[], target: Account): Precondition[] {
  const chain = [actor, ...between]
  const isWhole = between.length === 0 || [...between, target].every((one, at) => one?.parentId === chain[at]?._id)
  if (!isWhole) throw new StaleAccount()
  return chain.flatMap(one => (one ? { walletId: one._id, scopeVersion: one.scopeVersion } : []))
}

/**
 * Whose credit is sent: the acting user's, or that of the receiver's parent where it stands in the actor's scope. Any
 * other account in scope is refused; out of scope is as good as missing.
 */
function requireSender(actor: Scope, sender: Account | undefined, target: Account): Account {
  if (!sender || !isInScope(actor, sender)) throw notFound()
  const isActor = sender._id === actor.accountId
  if (!isActor && sender._id !== target.parentId) throw forbidden(accountTexts.wrongSender)
  return sender
}

/** Credit goes between an account and one below it, never from an account to itself. */
export function requireDistinct(actor: Scope, sender: Account, target: Account): void {
  if (sender._id === target._id) throw invalid(accountTexts.sameWallet, 'toUserId')
  if (!isBelow(actor, target)) throw notFound()
}
