import { isTreeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { type AccountRow, type Actor, accountInScope } from '@cascade/service-kit'
import type { Db } from 'mongodb'

/** The reader that superadmins are: everything stands in its list. */
export const everybody = '*'
/** The list of what an account took part in itself, without those below it. */
export const ownListOf = (accountId: string) => `own:${accountId}`

/** Nobody hangs below it: what it sees is what it took part in. */
const isLeaf = (role: string) => !isTreeRole(role) || role === 'player'

/** In whose lists something stands: the parties', those of everybody above them, and the superadmins' one. */
export function readersOf(parties: readonly { id: string; role: string; ancestry: Ancestry }[]): string[] {
  const readers = new Set([everybody])
  for (const { id, role, ancestry } of parties) {
    const { superadmin: _seesEverything, ...above } = ancestry
    for (const reader of Object.values(above)) if (reader) readers.add(reader)
    if (isLeaf(role)) readers.add(id)
    else {
      readers.add(ownListOf(id))
      if (role !== 'superadmin') readers.add(id)
    }
  }
  return [...readers]
}

/** The list of one account. @param ownOnly without what happened below it. */
export function listOf({ _id, role }: Pick<AccountRow, '_id' | 'role'>, ownOnly: boolean): string {
  if (ownOnly && !isLeaf(role)) return ownListOf(_id)
  return role === 'superadmin' ? everybody : _id
}

/**
 * The account whose list is shown.
 * @param chosen an account of the actor's scope; absent, empty or the actor's own id means the actor.
 * @throws AppError NOT_FOUND when the chosen account is out of scope or does not exist.
 */
export async function chosenAccount(
  db: Db,
  actor: Actor,
  chosen: string | undefined,
): Promise<Pick<AccountRow, '_id' | 'role'>> {
  return chosen && chosen !== actor.accountId
    ? await accountInScope(db, actor, chosen)
    : { _id: actor.accountId, role: actor.role }
}
