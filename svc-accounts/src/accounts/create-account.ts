import { type AccountRole, sideRoles } from '@cascade/contracts'
import type { CreateAccountInput, CreatedAccount } from '@cascade/contracts/accounts'
import type { Ctx as Call } from '@cascade/service-kit'
import type { AccountsDeps, Ctx } from '../deps'
import { requireManager } from './access'
import type { Account } from './account'
import { accountEvent } from './account-events'
import { viewOf } from './account-view'
import { decideAgain } from './decide-again'
import { findInScope } from './find-account'
import { insertAccounts } from './insert-accounts'
import { newAccount, newPin, newSideAccount, newUniqueId } from './new-account'
import { parentIdFor, requireParent } from './parent-rules'

/**
 * Makes an account with its wallet and its secrets in one transaction; an admin comes with its gift, loan and otc
 * accounts. Answers the generated username, and the PIN where none was given: no read ever answers it again. The same
 * idempotency key makes no second account, and tells no PIN again.
 */
export async function createAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  input: CreateAccountInput,
  call: Pick<Call, 'idempotencyKey' | 'setHeader'>,
  pathParentId?: string,
): Promise<CreatedAccount> {
  await requireManager(deps, ctx, role)
  const parentId = parentIdFor(ctx.actor, role, pathParentId ?? input.refId)
  const findParent = async () =>
    parentId === undefined ? undefined : requireParent(ctx.actor, role, await deps.accounts.find(parentId))
  // Asked before the costly hashes, and again with each try to write.
  await findParent()
  const madePin = input.pin === undefined ? newPin() : undefined
  const password = input.password === undefined ? undefined : await deps.hasher.hash(input.password)
  const pin = await deps.hasher.hash(String(input.pin ?? madePin))

  const { idempotencyKey } = call
  const key = idempotencyKey === undefined ? undefined : `${ctx.actor.accountId}|${idempotencyKey}`
  const request = { role, parentId, input }
  const { account, isNew } = await decideAgain(async () => {
    const madeBefore = key === undefined ? undefined : await deps.creationKeys.find(key, request)
    if (madeBefore !== undefined) return { account: await findInScope(deps, ctx.actor, madeBefore), isNew: false }
    const parent = await findParent()
    const made = newAccount(role, parent, input, await birthOf(deps, role))
    const sides = await sideAccountsOf(deps, made)
    await deps.transaction(async session => {
      if (key !== undefined) await deps.creationKeys.take(key, request, made, session)
      if (parent) await deps.accounts.countBelow(parent, role, session)
      if (role === 'superadmin' && made.active) await deps.accounts.countSuperadmin(session)
      const rows = [{ account: made, secrets: { password, pin } }, ...sides.map(account => ({ account }))]
      await insertAccounts(deps, rows, session)
      const events = [made, ...sides].map(one => accountEvent('created', one, ctx))
      await deps.writeEvents(events, session)
    })
    return { account: made, isNew: true }
  })
  const view = await viewOf(deps, ctx.actor, account)
  if (!isNew) call.setHeader('Idempotent-Replayed', 'true')
  return isNew && madePin !== undefined ? { ...view, pin: madePin } : view
}

/** Id, public id and generated username of an account to be. */
async function birthOf(deps: AccountsDeps, role: AccountRole) {
  const username = `${role}${await deps.accounts.nextNumber(role)}`
  return { _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() }
}

async function sideAccountsOf(deps: AccountsDeps, admin: Account): Promise<Account[]> {
  if (admin.role !== 'admin') return []
  return Promise.all(sideRoles.map(async role => newSideAccount(role, admin, await birthOf(deps, role))))
}
