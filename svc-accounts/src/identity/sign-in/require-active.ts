import { authTexts } from '@cascade/contracts/accounts'
import { forbidden, unauthenticated } from '@cascade/service-kit'
import type { Account } from '../../accounts/account'
import { isActiveWithAncestors } from '../../accounts/read-account'
import type { AccountsDeps } from '../../deps'

/** The account of a sign-in. @throws AppError UNAUTHENTICATED, or FORBIDDEN for an inactive one */
export async function requireActive(deps: AccountsDeps, accountId: string): Promise<Account> {
  const account = await deps.accounts.find(accountId)
  if (!account) throw unauthenticated()
  if (!(await isActiveWithAncestors(deps, account))) throw forbidden(authTexts.inactive)
  return account
}
