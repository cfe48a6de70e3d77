import { isTreeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { type AccountRow, allAccounts, readerOf, readersAbove } from '@cascade/service-kit'

const ownReader = (accountId: string) => `own:${accountId}`

/** A leaf has no subtree: its list has only its own rows. */
const isLeaf = (role: string) => !isTreeRole(role) || role === 'player'

/** The readers of a row: the parties, their ancestors, and superadmins as one. Each has a list that contains it. */
export function readersOf(parties: readonly { id: string; role: string; ancestry: Ancestry }[]): string[] {
  const readers = new Set([allAccounts])
  for (const { id, role, ancestry } of parties) {
    for (const reader of readersAbove(ancestry)) readers.add(reader)
    if (isLeaf(role)) readers.add(id)
    else {
      readers.add(ownReader(id))
      if (role !== 'superadmin') readers.add(id)
    }
  }
  return [...readers]
}

/** The reader by which an account's list is found. @param ownOnly without the rows of its subtree */
export function readerFor({ _id, role }: Pick<AccountRow, '_id' | 'role'>, ownOnly: boolean): string {
  return ownOnly && !isLeaf(role) ? ownReader(_id) : readerOf({ _id, role })
}
