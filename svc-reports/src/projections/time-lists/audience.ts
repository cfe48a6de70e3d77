import { isTreeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { type AccountRow, allAccounts, audienceAbove, listOwnerOf } from '@cascade/service-kit'

const ownListKey = (accountId: string) => `own:${accountId}`

/** A leaf has no subtree: its list has only its own rows. */
const isLeaf = (role: string) => !isTreeRole(role) || role === 'player'

/**
 * Who may see a row: the keys of all lists that contain it. These are the lists of the parties, of their ancestors, and
 * the common one of superadmins.
 */
export function audienceOf(parties: readonly { id: string; role: string; ancestry: Ancestry }[]): string[] {
  const readers = new Set([allAccounts])
  for (const { id, role, ancestry } of parties) {
    for (const reader of audienceAbove(ancestry)) readers.add(reader)
    if (isLeaf(role)) readers.add(id)
    else {
      readers.add(ownListKey(id))
      if (role !== 'superadmin') readers.add(id)
    }
  }
  return [...readers]
}

/** The list of an account. @param ownOnly without the rows of its subtree */
export function listKeyFor({ _id, role }: Pick<AccountRow, '_id' | 'role'>, ownOnly: boolean): string {
  return ownOnly && !isLeaf(role) ? ownListKey(_id) : listOwnerOf({ _id, role })
}
