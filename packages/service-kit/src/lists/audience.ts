import type { AccountSnapshot, Ancestry } from '@cascade/contracts/accounts'

type Listed = { _id: string; role: AccountSnapshot['role'] }

/** The reader that superadmins are: everything stands in its lists. */
export const everybody = '*'

/** The reader that an account is: itself, and `everybody` for superadmins. */
export const readerOf = ({ _id, role }: Listed): string => (role === 'superadmin' ? everybody : _id)

/** In whose lists stands what happens to an account: those above it, superadmins as one; not its own. */
export function readersAbove({ superadmin: _superadmin, ...above }: Ancestry): string[] {
  return [everybody, ...Object.values(above).filter(id => id !== undefined)]
}
