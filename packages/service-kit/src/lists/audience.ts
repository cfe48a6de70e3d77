import type { AccountSnapshot, Ancestry } from '@cascade/contracts/accounts'

type Listed = { _id: string; role: AccountSnapshot['role'] }

/** List owner id shared by all superadmins: their lists contain every row. */
export const allAccounts = '*'

/** Owner id of an account's lists: its own id, or `everybody` for superadmins. */
export const listOwnerOf = ({ _id, role }: Listed): string => (role === 'superadmin' ? allAccounts : _id)

/** Owners of the lists that contain an account's rows: its ancestors, superadmins as one, not the account itself. */
export function audienceAbove({ superadmin: _superadmin, ...above }: Ancestry): string[] {
  return [allAccounts, ...Object.values(above).filter(id => id !== undefined)]
}
