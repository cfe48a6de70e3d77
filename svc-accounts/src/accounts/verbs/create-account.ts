import { type AccountRole, parentRoleOf, sideRoles } from '@cascade/contracts'
import type { CreateAccountInput, CreatedAccount } from '@cascade/contracts/accounts'
import { type Ask, requirePermission } from '@cascade/service-kit'
import type { AccountsDeps } from '../../deps'
import { accountTexts } from '../../texts'
import { joinedOf, viewOf } from '../read/account-view'
import { findAccount, findInScope } from '../read/find-account'
import { requireActor } from '../read/require-actor'
import type { Account, Scope } from '../rules/account'
import { accountEvent } from '../rules/account-event'
import { createdLine } from '../rules/account-history'
import { newAccount, newPin, newSideAccount, newUniqueId } from '../rules/new-account'
import { parentIdFor, requireParent } from '../rules/parent-rules'
import { retryOnConflict } from '../store/retry-on-conflict'
import { hashSecrets } from './hash-secrets'
import { insertAccounts } from './insert-accounts'
import { requireGames } from './require-games'

/** `parentId` is given where the path names the parent, else the fields may. */
type NewAccountInput = { role: AccountRole; parentId?: string; fields: CreateAccountInput }
type Created = { message: string; data: CreatedAccount }

/**
 * Makes an account with its wallet and its secrets in one transaction; an admin comes with its gift, loan and otc
 * accounts. Answers the generated username, and the PIN where none was given: no read ever answers it again. The same
 * idempotency key makes no second account, and tells no PIN again.
 */
export async function createAccount(deps: AccountsDeps, { ctx, input }: Ask<NewAccountInput>): Promise<Created> {
  const { role, fields } = input
  const { actor, idempotencyKey } = ctx
  requirePermission(ctx, `${role}.manage`)
  await requireActor(deps, ctx)
  const parentId = await parentIdOf(deps, actor, input)
  // Asked before the costly hashes, and again with each try to write.
  await findParent(deps, actor, { role, parentId })
  await requireGames(deps, fields.games)
  const madePin = fields.pin === undefined ? newPin() : undefined
  const secrets = await hashSecrets(deps, { password: fields.password, pin: fields.pin ?? madePin })
  const key = idempotencyKey === undefined ? undefined : `${actor.accountId}|${idempotencyKey}`
  const request = { role, parentId, fields: withoutSecrets(fields) }

  return retryOnConflict(async () => {
    const madeBefore = key === undefined ? undefined : await deps.creationKeys.find(key, request)
    if (madeBefore !== undefined) {
      const account = await findInScope(deps, actor, madeBefore)
      ctx.setHeader('Idempotent-Replayed', 'true')
      return { message: accountTexts.created, data: viewOf(account, await joinedOf(deps, actor, [account])) }
    }
    const parent = await findParent(deps, actor, { role, parentId })
    const account = newAccount(role, parent, fields, await birthOf(deps, role))
    const sides = role === 'admin' ? await sideAccountsOf(deps, account) : []
    const joined = await joinedOf(deps, actor, [account])
    await deps.transaction(async tx => {
      if (key !== undefined) await deps.creationKeys.take(key, request, account, tx)
      if (parent) await deps.accounts.countBelow(parent, account, tx)
      if (role === 'superadmin' && account.active) await deps.accounts.countSuperadmin(tx)
      await insertAccounts(deps, [{ account, ...(secrets ? { secrets } : {}) }, ...sides.map(withoutLogin)], tx)
      const events = [account, ...sides].map(one => accountEvent('created', one, ctx))
      await deps.writeEvents(events, tx)
      const lines = [account, ...sides].map(one => createdLine(one, ctx, one.createdAt))
      await deps.history.insert(lines, tx)
    })
    const data = { ...viewOf(account, joined), ...(madePin === undefined ? {} : { pin: madePin }) }
    return { message: accountTexts.created, data }
  })
}

/** The parent that the path or the fields name. A path below nobody of the right level in scope leads nowhere. */
async function parentIdOf(deps: AccountsDeps, actor: Scope, { role, parentId, fields }: NewAccountInput) {
  const parentRole = parentRoleOf(role)
  if (parentId === undefined || parentRole === undefined) return parentIdFor(actor, role, fields.refId)
  return (await findAccount(deps, actor, { role: parentRole, id: parentId }))._id
}

async function findParent(
  deps: AccountsDeps,
  actor: Scope,
  { role, parentId }: { role: AccountRole; parentId: string | undefined },
): Promise<Account | undefined> {
  return parentId === undefined ? undefined : requireParent(actor, role, await deps.accounts.find(parentId))
}

/** What two requests with one key must have in common; what is ignored may differ. */
function withoutSecrets({ password: _password, pin: _pin, authUser: _authUser, ...fields }: CreateAccountInput) {
  return fields
}

const withoutLogin = (account: Account) => ({ account })

/** Id, public id and generated username of an account to be. */
async function birthOf(deps: AccountsDeps, role: AccountRole) {
  const username = `${role}${await deps.accounts.nextNumber(role)}`
  return { _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() }
}

const sideAccountsOf = (deps: AccountsDeps, admin: Account): Promise<Account[]> =>
  Promise.all(sideRoles.map(async role => newSideAccount(role, admin, await birthOf(deps, role))))
