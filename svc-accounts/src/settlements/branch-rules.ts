import type { Account } from '../accounts/account'
import type { AccountsDeps } from '../deps'

/** How the branch of an account settles, as its admin has chosen. Superadmins settle weeks. */
export async function readBranchRules(
  { accounts }: Pick<AccountsDeps, 'accounts'>,
  { _id, role, ancestry }: Pick<Account, '_id' | 'role' | 'ancestry'>,
) {
  const adminId = role === 'admin' ? _id : ancestry.admin
  const admin = adminId === undefined ? undefined : (await accounts.findPlaces([adminId])).get(adminId)
  const isBelow = adminId !== undefined && adminId !== _id
  return { length: admin?.settlementPeriod ?? 'week', closes: !isBelow || admin?.settlementLevels !== 'admin' } as const
}
