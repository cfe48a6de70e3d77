import type { Ancestry } from '@cascade/contracts/accounts'
import type { Ticket } from '../tickets/ticket'
import type { Appended } from './list-store'

/** The list that superadmins read: all tickets. */
const everybody = '*'

/** The list of tickets below an account, of all games or of one. */
export const listOf = (readerId: string, gameId?: string) => (gameId ? `${readerId}|${gameId}` : readerId)

/** @returns the reader's id in lists; players have no lists, their own tickets are few. */
export const readerOf = ({ _id, role }: { _id: string; role: string }) => (role === 'superadmin' ? everybody : _id)

/** Everybody above the player, superadmins as one. */
function readersOf({ superadmin: _seesEverything, ...above }: Ancestry): string[] {
  return [everybody, ...Object.values(above).filter(id => id !== undefined)]
}

/** Where tickets belong: for each reader the list of all games and the one of their game. */
export function appendedBy(tickets: readonly Pick<Ticket, '_id' | 'ancestry' | 'gameId' | 'day'>[]): Appended[] {
  const lists = new Map<string, { list: string; day: string; ids: string[] }>()
  for (const { _id, ancestry, gameId, day } of tickets) {
    for (const reader of readersOf(ancestry)) {
      for (const list of [listOf(reader), listOf(reader, gameId)]) {
        const key = `${list}|${day}`
        const entry = lists.get(key) ?? { list, day, ids: [] }
        entry.ids.push(_id)
        lists.set(key, entry)
      }
    }
  }
  return [...lists.values()]
}
