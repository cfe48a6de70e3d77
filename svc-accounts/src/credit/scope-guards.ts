import { type Account, ancestorIds, lineId, type Scope } from '../accounts/account'
import { AccountMoved } from '../accounts/account-moved'
import type { ScopeGuard } from '../ledger'

/**
 * The accounts by which a target hangs below the actor: when one of them moves, the target is taken away with it.
 * Nothing moves out of a superadmin's sight.
 */
export function idsBetween(actor: Scope, target: Pick<Account, '_id' | 'line'>): string[] {
  if (actor.role === 'superadmin' || target._id === actor.accountId) return []
  const above = ancestorIds(target.line)
  return above.slice(above.indexOf(lineId(target.line, actor.role) ?? '') + 1)
}

/**
 * What the ledger checks again in its own transaction: that neither the actor was suspended nor anybody between him
 * and the target moved since rights were checked.
 * @throws AccountMoved when the accounts between, which were read after the target, no longer hang together.
 */
export function scopeGuards(actor: Account, between: readonly (Account | undefined)[], target: Account): ScopeGuard[] {
  const chain = [actor, ...between]
  const isWhole = between.length === 0 || [...between, target].every((one, at) => one?.parentId === chain[at]?._id)
  if (!isWhole) throw new AccountMoved()
  return chain.flatMap(one => (one ? { walletId: one._id, scopeVersion: one.scopeVersion } : []))
}
