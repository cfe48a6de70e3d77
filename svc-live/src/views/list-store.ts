import {
  appendToLists,
  type DayList,
  dayListPlans,
  inTransaction,
  type ListEntry,
  readersAbove,
  rowsOf,
  storedList,
  type Tx,
} from '@cascade/service-kit'
import type { Db, MongoClient } from 'mongodb'
import { createTotalStore } from '../bets/total-store'
import { listRead } from '../draws/draw-store'
import type { Ticket } from '../draws/ticket'
import { createTicketStore, type ListedTicket } from '../draws/ticket-store'

const name = 'history'
export const listPlans = dayListPlans(name)

/** The list of tickets below an account, of all games or of one. */
const listOf = (readerId: string, gameId?: string) => (gameId ? `${gameId}:${readerId}` : readerId)

type Listed = Pick<Ticket, '_id' | 'ancestry' | 'gameId' | 'day'>

/** For each reader the list of all games and the one of the ticket's game. */
const entryOf = ({ _id, ancestry, gameId, day }: Listed): ListEntry => ({
  ref: _id,
  day,
  readers: readersAbove(ancestry).flatMap(reader => [listOf(reader), listOf(reader, gameId)]),
})

const rows = 'tickets'
const options = { ...listRead, projection: { lines: 0 } }

/** What is looked for is a part of id, name or game, whatever the case: `$or` and `$regex` of some servers take long. */
function ticketsOf(db: Db): Pick<DayList<ListedTicket>, 'rows' | 'matching'> {
  const tickets = rowsOf<ListedTicket>(db.collection(rows), options)
  return {
    rows: tickets.rows,
    async matching(refs, { text }) {
      const wanted = String(text).toLowerCase()
      const found = (await tickets.rows(refs)).filter(({ _id, username, gameId }) =>
        `${_id} ${username} ${gameId}`.toLowerCase().includes(wanted),
      )
      return found.map(({ _id }) => _id)
    },
  }
}

/** Tickets by business day, in the order in which they were booked. */
export function createTicketLists(db: Db) {
  return {
    append: (tickets: readonly Listed[], tx: Tx) => appendToLists(db, name, tickets.map(entryOf), tx),

    below: (readerId: string, gameId?: string): DayList<ListedTicket> => ({
      ...storedList(db, { name, reader: listOf(readerId, gameId), rows, options }),
      ...ticketsOf(db),
    }),

    /** A player's own tickets of a day are few: they are read and sorted as they are. */
    ofPlayer(playerId: string, gameId?: string): DayList<ListedTicket> {
      return {
        async days(from, to) {
          const counts = new Map<string, number>()
          for (const each of await createTotalStore(db).daysOfPlayer(playerId)) {
            const isWanted = each.day >= from && each.day <= to && (!gameId || each.gameId === gameId)
            if (isWanted) counts.set(each.day, (counts.get(each.day) ?? 0) + each.tickets)
          }
          return Array.from(counts, ([day, count]) => ({ day, count })).sort((a, b) => (a.day < b.day ? -1 : 1))
        },
        async refs(slices) {
          const found = await createTicketStore(db).ofPlayer(
            playerId,
            slices.map(({ day }) => day),
          )
          const ordered = found.filter(each => !gameId || each.gameId === gameId).sort((a, b) => a.seq - b.seq)
          return slices.map(({ day, from, to }) =>
            ordered
              .filter(ticket => ticket.day === day)
              .slice(from, to)
              .map(({ _id }) => _id),
          )
        },
        ...ticketsOf(db),
      }
    },
  }
}

export type ListStore = ReturnType<typeof createTicketLists>

type OldList = { _id: string; list: string; day: string; count: number; moved?: number }
const oldLeafSize = 200
const leavesTogether = 200

/**
 * Brings lists that were kept in leaves into the form in which all lists are kept, before anything is appended. What a
 * transaction has moved is gone there: a start that broke off is gone on with.
 */
export async function moveOldLists({ client, db }: { client: MongoClient; db: Db }): Promise<void> {
  const lists = db.collection<OldList>('history_heads')
  const leaves = db.collection<{ _id: string; ids: string[] }>('history_leaves')
  const moveSome = async (tx: Tx) => {
    const some = await lists.find({}, { session: tx, limit: leavesTogether }).toArray()
    let room = leavesTogether
    const parts = some.map(({ moved = 0, ...own }) => {
      const end = Math.min(Math.ceil(Number(own.count) / oldLeafSize), Number(moved) + room)
      const leafIds = Array.from({ length: end - Number(moved) }, (_, index) => `${own._id}|${Number(moved) + index}`)
      room -= leafIds.length
      return { ...own, leafIds, end }
    })
    const leafIds = parts.flatMap(part => part.leafIds)
    const found = await leaves.find({ _id: { $in: leafIds } }, { session: tx }).toArray()
    const idsOf = new Map(found.map(leaf => [leaf._id, leaf.ids]))
    const entries = parts.flatMap(({ list, day, leafIds: own }) => {
      const [readerId = '', gameId] = list.split('|')
      const readers = [listOf(readerId, gameId)]
      return own.flatMap(leaf => idsOf.get(leaf) ?? []).map(ref => ({ ref, day, readers }))
    })
    await appendToLists(db, name, entries, tx)
    await leaves.deleteMany({ _id: { $in: leafIds } }, { session: tx })
    for (const { _id, count, end } of parts) {
      if (end * oldLeafSize >= count) await lists.deleteOne({ _id }, { session: tx })
      else await lists.updateOne({ _id }, { $set: { moved: end } }, { session: tx })
    }
    return some.length
  }
  while ((await inTransaction(client, moveSome)) > 0);
}
