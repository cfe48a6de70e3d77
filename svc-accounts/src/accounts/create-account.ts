import { type AccountRole, sideRoles } from '@cascade/contracts'
import type { CreateAccountInput, CreatedAccount } from '@cascade/contracts/accounts'
import type { ClientSession } from 'mongodb'
import type { Credentials } from '../credentials/credential-store'
import type { AccountsDeps, Ctx } from '../deps'
import { newWallet, type WalletRow } from '../ledger'
import { requireManager } from './access'
import type { Account } from './account'
import { accountEvent } from './account-events'
import { viewOf } from './account-view'
import { decideAgain } from './decide-again'
import { newAccount, newPin, newSideAccount, newUniqueId } from './new-account'
import { parentIdFor, requireParent } from './parent-rules'

/**
 * Makes an account with its wallet and its secrets in one transaction; an admin comes with its gift, loan and otc
 * accounts. Answers the generated username, and the PIN where none was given: no read ever answers it again.
 */
export async function createAccount(
  deps: AccountsDeps,
  ctx: Ctx,
  role: AccountRole,
  input: CreateAccountInput,
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

  const account = await decideAgain(async () => {
    const parent = await findParent()
    const made = newAccount(role, parent, input, await birthOf(deps, role))
    const sides = await sideAccountsOf(deps, made)
    await deps.transaction(async session => {
      if (parent) await deps.accounts.countBelow(parent, role, session)
      if (role === 'superadmin' && made.active) await deps.accounts.countSuperadmin(session)
      await insertAccounts(
        deps,
        [{ account: made, secrets: { password, pin } }, ...sides.map(account => ({ account }))],
        session,
      )
      await deps.writeEvents(
        [made, ...sides].map(one => accountEvent('created', one, ctx)),
        session,
      )
    })
    return made
  })
  const view = await viewOf(deps, ctx.actor, account)
  return madePin === undefined ? view : { ...view, pin: madePin }
}

/** Id, public id and generated username of an account to be. */
export async function birthOf(deps: AccountsDeps, role: AccountRole) {
  const username = `${role}${await deps.accounts.nextNumber(role)}`
  return { _id: deps.newId(), uniqueId: newUniqueId(), username, at: deps.now() }
}

async function sideAccountsOf(deps: AccountsDeps, admin: Account): Promise<Account[]> {
  if (admin.role !== 'admin') return []
  return Promise.all(sideRoles.map(async role => newSideAccount(role, admin, await birthOf(deps, role))))
}

export type NewRow = { account: Account; secrets?: Omit<Credentials, '_id'> }

/** Accounts with their wallets and secrets. An inactive account starts frozen: no credit to or from it. */
export async function insertAccounts(deps: AccountsDeps, rows: readonly NewRow[], session: ClientSession) {
  const accounts = rows.map(row => row.account)
  await deps.accounts.insert(accounts, session)
  await deps.credentials.insert(
    rows.map(({ account, secrets }) => ({ _id: account._id, ...secrets })),
    session,
  )
  const wallets = accounts.map(account => ({
    ...newWallet(account._id, account.createdAt),
    status: account.active ? ('active' as const) : ('frozen' as const),
  }))
  await deps.db.collection<WalletRow>('wallets').insertMany(wallets, { session })
}
