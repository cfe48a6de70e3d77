import type { Ancestry } from '@cascade/contracts/accounts'
import type { Db } from 'mongodb'
import type { Actor } from '../identity/tokens'
import { type AccountRow, accountInScope } from './account-tree'

type Listed = Pick<AccountRow, '_id' | 'role'>

/** The reader that superadmins are: everything stands in its lists. */
export const everybody = '*'

/** The reader that an account is: itself, and `everybody` for superadmins. */
export const readerOf = ({ _id, role }: Listed): string => (role === 'superadmin' ? everybody : _id)

/** In whose lists stands what happens to an account: those above it, superadmins as one; not its own. */
export function readersAbove({ superadmin: _seesEverything, ...above }: Ancestry): string[] {
  return [everybody, ...Object.values(above).filter(id => id !== undefined)]
}

/**
 * The account whose list is shown.
 * @param chosen an account of the actor's scope; absent, empty or the actor's own id means the actor.
 * @throws AppError NOT_FOUND when the chosen account is out of scope or does not exist.
 */
export async function chosenAccount(db: Db, actor: Actor, chosen: string | undefined): Promise<Listed> {
  return chosen && chosen !== actor.accountId
    ? await accountInScope(db, actor, chosen)
    : { _id: actor.accountId, role: actor.role }
}
