import type { AccountRole } from '@cascade/contracts'
import { isInScope, notFound } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import type { Account, Scope } from '../rules/account'
import type { StoredAccount } from '../store/account-store'

/** An account of one level, below one parent where the path names it. */
export type Target = { role: AccountRole; id: string; parentId?: string | undefined }

/** The account that a call is about, if it is of its level and in the actor's scope. Everything else is 404. */
export function requireAccount<T extends Account>(
  actor: Scope,
  account: T | undefined,
  { role, parentId }: Omit<Target, 'id'>,
): T {
  if (!account || !isInScope(actor, account)) throw notFound()
  if (account.role !== role || (parentId !== undefined && account.parentId !== parentId)) throw notFound()
  return account
}

type FindDeps = Pick<AccountsDeps, 'accounts'>

export async function findAccount(deps: FindDeps, actor: Scope, target: Target): Promise<StoredAccount> {
  return requireAccount(actor, await deps.accounts.find(target.id), target)
}

/** An account of any level: oneself or below. */
export async function findInScope(deps: FindDeps, actor: Scope, id: string): Promise<StoredAccount> {
  const account = await deps.accounts.find(id)
  if (!account || !isInScope(actor, account)) throw notFound()
  return account
}
