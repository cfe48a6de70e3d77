import { toPoints } from '@cascade/contracts'
import type { WalletOwner } from '@cascade/contracts/accounts'
import { type Call, isInScope, notFound, requirePermission } from '@cascade/service-kit'
import { type Account, isSelf } from '../accounts/account'
import { findAccount, findInScope, type Target } from '../accounts/find-account'
import type { AccountsDeps } from '../deps'

/** The acting account with its balance, for the credit screens of gift, loan and otc accounts. */
export async function loadSender(deps: AccountsDeps, { ctx, input }: Call<Target>) {
  requirePermission(ctx, `${input.role}.manage`)
  await findAccount(deps, ctx.actor, input)
  const actor = await deps.accounts.find(ctx.actor.accountId)
  const [owner] = actor ? await toWalletOwners(deps, [actor]) : []
  if (!owner) throw notFound()
  const { _id, username, walletBalance } = owner
  return { data: { _id, username, walletBalance }, senderAmount: { _id, walletBalance } }
}

export async function loadSenders(deps: AccountsDeps, { ctx, input }: Call<{ id: string }>) {
  requirePermission(ctx, 'credit.read')
  const target = await findInScope(deps, ctx.actor, input.id)
  const [actor, parent] = await Promise.all([
    deps.accounts.find(ctx.actor.accountId),
    deps.accounts.find(target.parentId ?? ''),
  ])
  if (!actor) throw notFound()
  const isOther = parent && !isSelf(ctx.actor, parent) && isInScope(ctx.actor, parent)
  return { data: await toWalletOwners(deps, [actor, ...(isOther ? [parent] : [])]) }
}

async function toWalletOwners(
  deps: Pick<AccountsDeps, 'balances'>,
  accounts: readonly Account[],
): Promise<WalletOwner[]> {
  const balances = await deps.balances(accounts.map(({ _id }) => _id))
  return accounts.map(({ _id, username, role }) => ({
    _id,
    username,
    role,
    walletBalance: toPoints(balances.get(_id) ?? 0n),
  }))
}
