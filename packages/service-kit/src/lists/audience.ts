import type { AccountSnapshot, Ancestry } from '@cascade/contracts/accounts'

type Listed = { _id: string; role: AccountSnapshot['role'] }

/** List owner id shared by all superadmins: their lists contain every row. */
export const everybody = '*'

/** Owner id of an account's lists: its own id, or `everybody` for superadmins. */
export const readerOf = ({ _id, role }: Listed): string => (role === 'superadmin' ? everybody : _id)

/** Owners of the lists that contain an account's rows: its ancestors, superadmins as one, not the account itself. */
export function readersAbove({ superadmin: _superadmin, ...above }: Ancestry): string[] {
  return [everybody, ...Object.values(above).filter(id => id !== undefined)]
}
