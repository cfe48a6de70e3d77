import type { AccountRole } from '@cascade/contracts'
import { authTexts } from '@cascade/contracts/accounts'
import { type Ctx, forbidden, isInScope, notFound, requireRight, unauthenticated } from '@cascade/service-kit'
import type { AccountsDeps } from '../deps'
import { type Account, ancestorIds, isSelf, type Scope } from './account'
import type { StoredAccount } from './account-store'

/** An account of one level, and its parent if the path names one. */
export type Target = { role: AccountRole; id: string; parentId?: string | undefined }

/** @throws AppError NOT_FOUND unless the account is in scope and matches the level and parent of the path */
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

/** `deleted`: a deleted account is found, too. */
type Option = { deleted?: boolean }

export async function findAccount(
  deps: FindDeps,
  actor: Scope,
  target: Target,
  option?: Option,
): Promise<StoredAccount> {
  return requireAccount(actor, await find(deps, target.id, option), target)
}

const find = ({ accounts }: FindDeps, id: string, { deleted = false }: Option = {}) =>
  deleted ? accounts.findAny(id) : accounts.find(id)

/** An account of any level: the actor or a descendant. @throws AppError NOT_FOUND */
export async function findInScope(deps: FindDeps, actor: Scope, id: string, option?: Option): Promise<StoredAccount> {
  const account = await find(deps, id, option)
  if (!account || !isInScope(actor, account)) throw notFound()
  return account
}

/** A suspension applies to the whole subtree. */
export async function isActiveWithAncestors(deps: Pick<AccountsDeps, 'accounts'>, account: Account): Promise<boolean> {
  if (!account.active || account.deleted) return false
  const above = await deps.accounts.findMany(ancestorIds(account.ancestry))
  return above.every(ancestor => ancestor.active)
}

/**
 * A person needs the right to manage the level of an account that it changes, and `people.manage` for its own account.
 * @throws AppError FORBIDDEN
 */
export function requireManager(ctx: Pick<Ctx, 'actor'>, account: Pick<Account, '_id' | 'role'>): void {
  if (!ctx.actor.person) return
  if (account.role === 'user') throw forbidden()
  requireRight(ctx, isSelf(ctx.actor, account) ? 'people.manage' : `${account.role}.manage`)
}

/**
 * The current acting account. Required before writes, because a token stays valid for seconds after a suspension or
 * sign-out. @throws AppError UNAUTHENTICATED or FORBIDDEN
 */
export async function requireActor(
  deps: Pick<AccountsDeps, 'accounts' | 'sessions'>,
  ctx: Pick<Ctx, 'actor'>,
): Promise<StoredAccount> {
  const [actor, session] = await Promise.all([
    deps.accounts.find(ctx.actor.accountId),
    // The requester of an approved call may have signed out since.
    ctx.actor.approvalId === undefined ? deps.sessions.findOpen(ctx.actor.sessionId) : undefined,
  ])
  if (!actor) throw unauthenticated()
  if (ctx.actor.approvalId === undefined && (session?.view ?? session)?.accountId !== actor._id) throw unauthenticated()
  // Suspended ancestors are not checked: the suspension ends the sessions of the subtree within seconds.
  if (!actor.active) throw forbidden(authTexts.inactive)
  return actor
}
