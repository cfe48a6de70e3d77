import { readersAbove } from '@cascade/service-kit'
import type { Ticket } from '../tickets/ticket'
import type { Appended } from './list-store'

/** The list of tickets below an account, of all games or of one. */
export const listOf = (readerId: string, gameId?: string) => (gameId ? `${readerId}|${gameId}` : readerId)

/** Where tickets belong: for each reader the list of all games and the one of their game. */
export function appendedBy(tickets: readonly Pick<Ticket, '_id' | 'ancestry' | 'gameId' | 'day'>[]): Appended[] {
  const lists = new Map<string, { list: string; day: string; ids: string[] }>()
  for (const { _id, ancestry, gameId, day } of tickets) {
    for (const reader of readersAbove(ancestry)) {
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
