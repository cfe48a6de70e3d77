import type { AccountSnapshot, Ancestry } from '@cascade/contracts/accounts'

type Account = { _id: string; role: AccountSnapshot['role'] }

/** Reader that all superadmins share: its lists contain every row. */
export const allAccounts = '*'

/** The reader of an account's lists: its own id, or `allAccounts` (`*`) for superadmins. */
export const readerOf = ({ _id, role }: Account): string => (role === 'superadmin' ? allAccounts : _id)

/** Readers of the lists that contain an account's rows: its ancestors, superadmins as one, not the account itself. */
export function readersAbove({ superadmin: _superadmin, ...above }: Ancestry): string[] {
  return [allAccounts, ...Object.values(above).filter(id => id !== undefined)]
}
