import { authTexts } from '@cascade/contracts/accounts'
import { forbidden, invalid, isInScope, notFound } from '@cascade/service-kit'
import { type Account, isBelow, type Scope } from '../accounts/rules/account'
import { accountTexts } from '../texts'

/**
 * Whose credit is sent: the acting user's, or that of the receiver's parent where it stands in the actor's scope. Any
 * other account in scope is refused; out of scope is as good as missing.
 */
export function requireSender(actor: Scope, sender: Account | undefined, target: Account): Account {
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

/** No credit to or from a suspended account. */
export function requireActive(...accounts: readonly Account[]): void {
  if (accounts.some(account => !account.active)) throw forbidden(authTexts.inactive)
}
