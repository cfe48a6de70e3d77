import { can, isBackOfficeRole } from '@cascade/contracts'
import { isInScope } from '@cascade/service-kit'
import { type Account, ancestorIds } from '../accounts/account'
import type { StoredAccount } from '../accounts/account-store'
import type { AccountsDeps } from '../deps'
import type { SetUp } from '../identity/passwords/credential-store'
import type { StoredApproval } from './approval-store'

type Viewer = Pick<Account, '_id' | 'role' | 'createdAt'>
type Requester = Pick<Account, '_id' | 'role' | 'ancestry'>
type Request = Pick<StoredApproval, 'permission' | 'createdAt'>

/** For so long, two accounts count as one person after one has set up the login of the other. */
const samePersonMs = 30 * 86_400_000
const candidatesMax = 50

/**
 * Somebody who sees the requester, at its level or above, with the permission of the call. A superadmin also decides
 * about calls that only admins make. Nobody decides through an account made for it: it must be older than the request.
 */
export function isAbove(viewer: Viewer, { permission, createdAt }: Request, requester: Requester): boolean {
  const { _id: accountId, role } = viewer
  if (accountId === requester._id || !isBackOfficeRole(role) || viewer.createdAt > createdAt) return false
  return isInScope({ accountId, role }, requester) && (role === 'superadmin' || can(role, permission))
}

/** Another person: it has neither created the requester, nor set its password, nor removed its factors lately. */
export const isOther = ({ _id }: Pick<Account, '_id'>, setUps: readonly SetUp[] = [], now: Date): boolean =>
  !setUps.some(({ accountId, at }) => accountId === _id && at.getTime() > now.getTime() - samePersonMs)

/** Those who may decide: of the ancestors and superadmins, the first fifty. */
export async function decidersOf(
  { accounts, credentials, now }: Pick<AccountsDeps, 'accounts' | 'credentials' | 'now'>,
  row: Request,
  requester: StoredAccount,
): Promise<StoredAccount[]> {
  const ids = [...ancestorIds(requester.ancestry), ...(await accounts.activeSuperadminIds())]
  const found = await accounts.findMany([...new Set(ids)].slice(0, candidatesMax))
  const setUps = (await credentials.setUpsOf([requester._id])).get(requester._id)
  return found.filter(each => each.active && isAbove(each, row, requester) && isOther(each, setUps, now()))
}
