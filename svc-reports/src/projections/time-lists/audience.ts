import { isTreeRole } from '@cascade/contracts'
import type { Ancestry } from '@cascade/contracts/accounts'
import { type AccountRow, everybody, readerOf, readersAbove } from '@cascade/service-kit'

/** The list of what an account took part in itself, without those below it. */
const ownListKey = (accountId: string) => `own:${accountId}`

/** Nobody hangs below it: what it sees is what it took part in. */
const isLeaf = (role: string) => !isTreeRole(role) || role === 'player'

/** In whose lists something stands: the parties', those of everybody above them, and the superadmins' one. */
export function audienceOf(parties: readonly { id: string; role: string; ancestry: Ancestry }[]): string[] {
  const readers = new Set([everybody])
  for (const { id, role, ancestry } of parties) {
    for (const reader of readersAbove(ancestry)) readers.add(reader)
    if (isLeaf(role)) readers.add(id)
    else {
      readers.add(ownListKey(id))
      if (role !== 'superadmin') readers.add(id)
    }
  }
  return [...readers]
}

/** The list of one account. @param ownOnly without what happened below it. */
export function listKeyFor({ _id, role }: Pick<AccountRow, '_id' | 'role'>, ownOnly: boolean): string {
  return ownOnly && !isLeaf(role) ? ownListKey(_id) : readerOf({ _id, role })
}
