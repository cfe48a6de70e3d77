import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { listRead } from './draw-store'
import { chunkSize, playerDayOf, type Ticket } from './ticket'

export type ListedTicket = Omit<Ticket, 'lines'>

const withoutLines = { ...listRead, projection: { lines: 0 } }

const long = { bsonType: 'long' }

export const ticketPlans: readonly CollectionPlan[] = [
  {
    name: 'tickets',
    validator: {
      $jsonSchema: {
        required: ['drawId', 'chunk', 'stake', 'win', 'claimed'],
        properties: { stake: long, win: long, claimed: long },
      },
    },
    indexes: [{ key: { drawId: 1, chunk: 1 } }, { key: { playerDay: 1 } }],
  },
]

export function createTicketStore(db: Db) {
  const rows: Collection<Ticket> = db.collection('tickets')
  const inOrder = (tickets: Ticket[]) => tickets.sort((a, b) => a.place - b.place)
  return {
    find: (ticketId: string) => rows.findOne({ _id: ticketId }),

    /** Those that exist, in the order of `ids`. */
    async byIds(ids: readonly string[], tx?: Tx): Promise<Ticket[]> {
      const found = await rows.find({ _id: { $in: [...ids] } }, { session: tx }).toArray()
      const byId = new Map(found.map(ticket => [ticket._id, ticket]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },

    /** As `byIds`, for lists: without their bets, of which a ticket may have hundreds. */
    async listed(ids: readonly string[]): Promise<ListedTicket[]> {
      const found = await rows.find({ _id: { $in: [...ids] } }, withoutLines).toArray()
      const byId = new Map(found.map(ticket => [ticket._id, ticket]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },

    /** A chunk of a draw's tickets, in the order in which they were booked, by one answer of the database. */
    ofChunk: async (drawId: string, chunk: number, tx?: Tx) =>
      inOrder(await rows.find({ drawId, chunk }, { session: tx, batchSize: chunkSize + 1 }).toArray()),

    /** Tickets `from` to before `to` of a draw, in the order in which they were booked. */
    async ofPlaces(drawId: string, from: number, to: number, tx?: Tx): Promise<Ticket[]> {
      const [first, last] = [Math.floor(from / chunkSize), Math.floor((to - 1) / chunkSize)]
      const chunks = Array.from({ length: last - first + 1 }, (_, at) => first + at)
      const found = await rows.find({ drawId, chunk: { $in: chunks } }, { session: tx }).toArray()
      return inOrder(found.filter(({ place }) => place >= from && place < to))
    },

    /** Tickets that a player placed on some days; a day of one player is small. */
    ofPlayer: (playerId: string, days: readonly string[]): Promise<ListedTicket[]> =>
      rows.find({ playerDay: { $in: days.map(day => playerDayOf(playerId, day)) } }, withoutLines).toArray(),

    /** What a draw's tickets have won so far and what of it was claimed and stands, in hundredths. */
    async winsOf(drawId: string): Promise<{ won: bigint; claimed: bigint }> {
      const sums = { _id: null, won: { $sum: '$win' }, claimed: { $sum: { $min: ['$win', '$claimed'] } } }
      const [found] = await rows
        .aggregate<{ won: bigint | number; claimed: bigint | number }>([{ $match: { drawId } }, { $group: sums }], {
          maxTimeMS: listRead.maxTimeMS,
        })
        .toArray()
      return { won: BigInt(found?.won ?? 0), claimed: BigInt(found?.claimed ?? 0) }
    },

    insert: (tickets: readonly Ticket[], tx: Tx) => rows.insertMany([...tickets], { session: tx }),

    /** Writes the win of tickets that exist: equal ones together, as a draw knows few amounts. */
    async setWins(tickets: readonly Pick<Ticket, '_id' | 'win'>[], tx: Tx): Promise<void> {
      const byWin = new Map<bigint, string[]>()
      for (const { _id, win } of tickets) {
        const ids = byWin.get(win)
        if (ids) ids.push(_id)
        else byWin.set(win, [_id])
      }
      if (byWin.size === 0) return
      const writes = Array.from(byWin, ([win, ids]) => ({
        updateMany: { filter: { _id: { $in: ids } }, update: { $set: { win } } },
      }))
      await rows.bulkWrite(writes, { session: tx, ordered: false })
    },

    /** Writes win, claimed and claimedAt of tickets that exist. */
    async update(changes: readonly Pick<Ticket, '_id' | 'win' | 'claimed' | 'claimedAt'>[], tx: Tx): Promise<void> {
      if (changes.length === 0) return
      const writes = changes.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields } },
      }))
      await rows.bulkWrite(writes, { session: tx, ordered: false })
    },
  }
}
export type TicketStore = ReturnType<typeof createTicketStore>
