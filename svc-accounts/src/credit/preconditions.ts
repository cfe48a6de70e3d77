import { type Account, ancestorIds, ancestorOf, type Scope } from '../accounts/rules/account'
import { StaleAccount } from '../accounts/store/retry-on-conflict'
import type { Precondition } from '../ledger'

/**
 * The accounts by which a target hangs below the actor: when one of them moves, the target is taken away with it.
 * Nothing moves out of a superadmin's sight.
 */
export function idsBetween(actor: Scope, target: Pick<Account, '_id' | 'ancestry'>): string[] {
  if (actor.role === 'superadmin' || target._id === actor.accountId) return []
  const above = ancestorIds(target.ancestry)
  return above.slice(above.indexOf(ancestorOf(target.ancestry, actor.role) ?? '') + 1)
}

/**
 * What the ledger checks again in its own transaction: that neither the actor was suspended nor anybody between them
 * and the target moved since rights were checked.
 * @throws StaleAccount when the accounts between and the target were read at different times and do not hang together.
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
