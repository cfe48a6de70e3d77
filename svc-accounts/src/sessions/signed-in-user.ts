import { toPoints } from '@cascade/contracts'
import type { AuthUser } from '@cascade/contracts/accounts'
import { type Account, ancestorIds } from '../accounts/rules/account'
import type { AccountsDeps } from '../deps'

/** The signed-in user as the session holds it, with the present balance. */
export async function userOf(deps: Pick<AccountsDeps, 'balances'>, account: Account): Promise<AuthUser> {
  const balances = await deps.balances([account._id])
  const { _id, username, role } = account
  return { _id, username, role, walletBalance: toPoints(balances.get(_id) ?? 0n), roles: [role] }
}

/** Whether an account and everyone above it is active: a suspension locks the whole subtree. */
export async function isAdmitted(deps: Pick<AccountsDeps, 'accounts'>, account: Account): Promise<boolean> {
  if (!account.active || account.deleted) return false
  const above = await deps.accounts.findMany(ancestorIds(account.ancestry))
  return above.every(ancestor => ancestor.active)
}
