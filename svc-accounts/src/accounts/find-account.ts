import type { AccountRole } from '@cascade/contracts'
import { notFound } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { type Account, inScope, type Scope } from './account'
import type { AccountRow } from './account-store'

/** An account of one level in the actor's scope, below one parent where the path names it. Everything else is 404. */
export function requireAccount<T extends Account>(
  actor: Scope,
  account: T | undefined,
  role: AccountRole,
  parentId?: string,
): T {
  if (!account || !inScope(actor, account)) throw notFound()
  if (account.role !== role || (parentId !== undefined && account.parentId !== parentId)) throw notFound()
  return account
}

export async function findAccount(
  deps: Pick<AccountsDeps, 'accounts'>,
  actor: Scope,
  role: AccountRole,
  id: string,
  parentId?: string,
): Promise<AccountRow> {
  return requireAccount(actor, await deps.accounts.find(id), role, parentId)
}

/** An account of any level: oneself or below. */
export async function findInScope(deps: Pick<AccountsDeps, 'accounts'>, actor: Scope, id: string): Promise<AccountRow> {
  const account = await deps.accounts.find(id)
  if (!account || !inScope(actor, account)) throw notFound()
  return account
}
