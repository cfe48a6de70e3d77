import { type AccountRole, type Role, toPoints } from '@cascade/contracts'
import type { WalletOwner } from '@cascade/contracts/accounts'
import { forbidden, notFound } from '@cascade/service-kit'
import { type Account, inScope, isSelf } from '../accounts/account'
import { findAccount, findInScope } from '../accounts/find-account'
import type { AccountsDeps, Ctx } from '../deps'

/** Who may send credit to an account: the acting user, then its parent where that is another one in scope. */
export async function loadSenders(deps: AccountsDeps, ctx: Ctx, id: string): Promise<WalletOwner[]> {
  const target = await findInScope(deps, ctx.actor, id)
  const actor = await deps.accounts.find(ctx.actor.accountId)
  if (!actor) throw notFound()
  const parent = target.parentId === null ? null : await deps.accounts.find(target.parentId)
  const isOther = parent && !isSelf(ctx.actor, parent) && inScope(ctx.actor, parent)
  return ownersOf(deps, [actor, ...(isOther ? [parent] : [])])
}

/** The acting user's record, as the credit screens of gift, loan and otc accounts ask for it. */
export async function loadSender(deps: AccountsDeps, ctx: Ctx, role: AccountRole, id: string) {
  await findAccount(deps, ctx.actor, role, id)
  const [owner] = await loadSenders(deps, ctx, id)
  if (!owner) throw forbidden()
  const { _id, username, walletBalance } = owner
  return { data: { _id, username, walletBalance }, senderAmount: { _id, walletBalance } }
}

async function ownersOf(deps: AccountsDeps, accounts: readonly Account[]): Promise<WalletOwner[]> {
  const balances = await deps.balances(accounts.map(({ _id }) => _id))
  return accounts.map(({ _id, username, role }: { _id: string; username: string; role: Role }) => ({
    ...{ _id, username, role },
    walletBalance: toPoints(balances.get(_id) ?? 0n),
  }))
}
