import { toSearchKey } from '@cascade/contracts'
import {
  appendToLists,
  createDayList,
  createRowReader,
  type DayList,
  dayListCollections,
  type ListEntry,
  readersAbove,
  type Tx,
} from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { createTotalStore } from '../betting/total-store'
import { listReadOptions } from '../records/draw-store'
import type { Ticket } from '../records/ticket'
import { createTicketStore, type ListedTicket } from '../records/ticket-store'

const ticketLists = 'history'
export const listCollections = dayListCollections(ticketLists)

const listId = (readerId: string, gameId?: string) => (gameId ? `${gameId}:${readerId}` : readerId)

type TicketEntry = Pick<Ticket, '_id' | 'ancestry' | 'gameId' | 'day'>

const toListEntry = ({ _id, ancestry, gameId, day }: TicketEntry): ListEntry => ({
  ref: _id,
  day,
  readers: readersAbove(ancestry).flatMap(reader => [listId(reader), listId(reader, gameId)]),
})

const rows = 'tickets'
const options = { ...listReadOptions, projection: { lines: 0 } }

type SearchedTicket = Pick<ListedTicket, '_id' | 'username' | 'gameId' | 'at'>
const searchOptions = { ...listReadOptions, projection: { username: 1, gameId: 1 } }

/** `text` is a search key contained in id, name or game. Matched here: `$or` and `$regex` are slow on some servers. */
function ticketReaders(db: Db): Pick<DayList<ListedTicket>, 'rows' | 'matching'> {
  const tickets = createRowReader<ListedTicket>(db.collection(rows), options)
  const named = createRowReader<SearchedTicket>(db.collection(rows), searchOptions)
  return {
    rows: tickets.rows,
    async matching(refs, { text }) {
      const found = (await named.rows(refs)).filter(({ _id, username, gameId }) =>
        toSearchKey(`${_id} ${username} ${gameId}`).includes(String(text)),
      )
      return found.map(({ _id }) => _id)
    },
  }
}

export function createTicketLists(db: Db) {
  return {
    append: (tickets: readonly TicketEntry[], tx: Tx) => appendToLists(db, ticketLists, tickets.map(toListEntry), tx),

    below: (readerId: string, gameId?: string): DayList<ListedTicket> => ({
      ...createDayList(db, { name: ticketLists, reader: listId(readerId, gameId), rows, options }),
      ...ticketReaders(db),
    }),

    single: ({ _id, day }: ListedTicket): DayList<ListedTicket> => ({
      days: async (from, to) => (day >= from && day <= to ? [{ day, count: 1 }] : []),
      refs: async slices => slices.map(() => [_id]),
      ...ticketReaders(db),
    }),

    ofPlayer(playerId: string, gameId?: string): DayList<ListedTicket> {
      return {
        async days(from, to) {
          const counts = new Map<string, number>()
          for (const each of await createTotalStore(db).readPlayerDays(playerId, from, to)) {
            if (!gameId || each.gameId === gameId) counts.set(each.day, (counts.get(each.day) ?? 0) + each.tickets)
          }
          return Array.from(counts, ([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1))
        },
        refs: slices => createTicketStore(db).findIdsAt({ playerId, gameId }, slices),
        ...ticketReaders(db),
      }
    },
  }
}
