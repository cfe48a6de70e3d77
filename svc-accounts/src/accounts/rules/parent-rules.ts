import { type AccountRole, parentRoleOf } from '@cascade/contracts'
import { accountTexts as fieldTexts } from '@cascade/contracts/accounts'
import { invalid, isInScope, notFound } from '@cascade/service-kit'
import { accountTexts } from '../../texts'
import type { Account, Scope } from './account'

/**
 * The id of the parent of a new account: the one that was named, else the actor where they stand one level up.
 * @returns undefined for a superadmin, who has no parent.
 */
export function parentIdFor(actor: Scope, role: AccountRole, named: string | undefined): string | undefined {
  const parentRole = parentRoleOf(role)
  if (!parentRole) return undefined
  if (named !== undefined) return named
  if (actor.role === parentRole) return actor.accountId
  throw invalid(fieldTexts.refId, 'refId')
}

/** A parent stands exactly one level up, inside the actor's scope, and is active. */
export function requireParent(actor: Scope, role: AccountRole, parent: Account | null | undefined): Account {
  if (!parent || parent.deleted || !isInScope(actor, parent)) throw notFound()
  if (parent.role !== parentRoleOf(role)) throw invalid(accountTexts.referenceLevel, 'refId')
  if (!parent.active) throw invalid(accountTexts.referenceInactive, 'refId')
  return parent
}
