import type { PlayTicket } from '@cascade/contracts/live'
import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { Collection, Db, Filter } from 'mongodb'
import { listReadOptions } from './draw-store'
import { mergePlays, type Play, type PlayRow, playGroup } from './plays'
import { chunkSize, playerDayOf, type Ticket } from './ticket'

export type ListedTicket = Omit<Ticket, 'lines'>

type ChangedField = 'win' | 'claimed' | 'claimedAt' | 'claims' | 'stake' | 'salt' | 'void'

/** Chunks `from` (inclusive) to `to` (exclusive) of a draw. */
type Chunks = { drawId: string; from: number; to: number }

export type LeafTicket = Pick<Ticket, '_id' | 'playerId' | 'lines' | 'stake' | 'void' | 'salt' | 'place'>
const leafFields = { playerId: 1, lines: 1, stake: 1, void: 1, salt: 1, place: 1 }

/** Positions `from` (inclusive) to `to` (exclusive) of a day with `count` tickets. */
type Slice = { day: string; from: number; to: number; count: number }
type PlayerList = { playerId: string; gameId: string | undefined }
type StateSearch = {
  slices: readonly Slice[]
  state: PlayTicket['state']
  unsettled: readonly { _id: string; settledChunks: number }[]
}
type DrawSums = { drawId: string; tickets: number; stake: bigint; win: bigint }

const withoutLines = { ...listReadOptions, projection: { lines: 0 } }

const long = { bsonType: 'long' }

export const ticketCollections: readonly CollectionSpec[] = [
  {
    name: 'tickets',
    validator: {
      $jsonSchema: {
        required: ['drawId', 'chunk', 'stake', 'win', 'claimed'],
        properties: { stake: long, win: long, claimed: long },
      },
    },
    indexes: [
      { key: { drawId: 1, chunk: 1 } },
      { key: { playerDay: 1, inDay: 1 } },
      { key: { playerDay: 1, gameId: 1, inGame: 1 } },
    ],
  },
]

export function createTicketStore(db: Db) {
  const rows: Collection<Ticket> = db.collection('tickets')
  const sortByPlace = <T extends Pick<Ticket, 'place'>>(tickets: T[]) => tickets.sort((a, b) => a.place - b.place)
  return {
    find: (ticketId: string) => rows.findOne({ _id: ticketId }),

    isOfDraw: async (ticketId: string, drawId: string): Promise<boolean> =>
      (await rows.findOne({ _id: ticketId, drawId }, { ...listReadOptions, projection: { _id: 1 } })) !== null,

    async findByIds(ids: readonly string[], tx?: Tx): Promise<Ticket[]> {
      const found = await rows.find({ _id: { $in: [...ids] } }, { session: tx }).toArray()
      const byId = new Map(found.map(ticket => [ticket._id, ticket]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },

    findOfDraws: (ids: readonly string[], drawIds: readonly string[]): Promise<Ticket[]> =>
      rows.find({ _id: { $in: [...ids] }, drawId: { $in: [...drawIds] } }, listReadOptions).toArray(),

    /** As `findByIds`, without bets, of which a ticket may have hundreds. */
    async findListed(ids: readonly string[]): Promise<ListedTicket[]> {
      const found = await rows.find({ _id: { $in: [...ids] } }, withoutLines).toArray()
      const byId = new Map(found.map(ticket => [ticket._id, ticket]))
      return ids.flatMap(id => byId.get(id) ?? [])
    },

    /** One chunk in booking order, in a single batch. */
    readChunk: async (drawId: string, chunk: number, tx?: Tx) =>
      sortByPlace(await rows.find({ drawId, chunk }, { session: tx, batchSize: chunkSize + 1 }).toArray()),

    /**
     * Tickets of these chunks whose win a result with these legs may change, in booking order. Most tickets lose and
     * are not read.
     * @param isFirst no result before this one
     */
    async findTouched(chunks: Chunks, legs: readonly string[], isFirst: boolean): Promise<Ticket[]> {
      const find = (filter: Filter<Ticket>) =>
        rows.find({ ...chunkFilter(chunks), ...filter }, { batchSize: batchSizeFor(chunks) }).toArray()
      const [hit, won] = await Promise.all([
        find({ 'lines.leg': { $in: [...legs] } }),
        isFirst ? [] : find({ win: { $gt: 0n } }),
      ])
      return sortByPlace([...new Map([...hit, ...won].map(ticket => [ticket._id, ticket])).values()])
    },

    /** Without void tickets. */
    async sumPlays(chunks: Chunks): Promise<Play[]> {
      const found = await rows
        .aggregate<PlayRow>([{ $match: { ...chunkFilter(chunks), stake: { $gt: 0n } } }, { $group: playGroup }], {
          batchSize: batchSizeFor(chunks),
        })
        .toArray()
      return mergePlays(found)
    },

    /** Leaves `from` (inclusive) to `to` (exclusive) of a draw's tree, in booking order. */
    async readLeaves(drawId: string, from: number, to: number, tx?: Tx): Promise<LeafTicket[]> {
      const [first, last] = [Math.floor(from / chunkSize), Math.floor((to - 1) / chunkSize)]
      const chunk = { $in: Array.from({ length: last - first + 1 }, (_, at) => first + at) }
      const options = { session: tx, projection: leafFields, batchSize: to - from + 1 }
      const found = await rows.find({ drawId, chunk, place: { $gte: from, $lt: to } }, options).toArray()
      return sortByPlace(found)
    },

    /** Ids of a player's tickets at these positions; each slice oldest first. */
    async findIdsAt({ playerId, gameId }: PlayerList, slices: readonly Slice[]): Promise<string[][]> {
      const place = placeField(gameId)
      const keyOf = ({ day }: Slice) => playerDayOf(playerId, day)
      const isWhole = ({ from, to, count }: Slice) => from === 0 && to === count
      const read = (filter: Filter<Ticket>) =>
        rows
          .find({ ...filter, ...(gameId !== undefined && { gameId }) }, listReadOptions)
          .project<Pick<Ticket, '_id' | 'playerDay' | 'inDay' | 'inGame'>>({ playerDay: 1, [place]: 1 })
          .toArray()
      const whole = slices.filter(isWhole).map(keyOf)
      const parts = slices.filter(slice => !isWhole(slice))
      const found = await Promise.all([
        whole.length === 0 ? [] : read({ playerDay: { $in: whole } }),
        ...parts.map(slice => read({ playerDay: keyOf(slice), [place]: { $gte: slice.from, $lt: slice.to } })),
      ])
      const ids = new Map(found.flat().map(ticket => [`${ticket.playerDay}|${ticket[place]}`, ticket._id]))
      return slices.map(slice =>
        Array.from({ length: slice.to - slice.from }, (_, at) => `${keyOf(slice)}|${slice.from + at}`).flatMap(
          key => ids.get(key) ?? [],
        ),
      )
    },

    /**
     * A player's tickets in a state, newest first.
     * @param unsettled the player's draws whose wins are not all booked
     * @returns the ids of a page, and the total
     */
    async findByState(
      { playerId, gameId }: PlayerList,
      { slices, state, unsettled }: StateSearch,
      { from, count }: { from: number; count: number },
    ): Promise<{ ids: string[]; total: number }> {
      if (slices.length === 0) return { ids: [], total: 0 }
      const place = placeField(gameId)
      // Slices are newest first: only the last one may begin within its day.
      const [oldest] = slices.slice(-1).filter(slice => slice.from > 0)
      const beforeOldest = oldest && { playerDay: playerDayOf(playerId, oldest.day), [place]: { $lt: oldest.from } }
      const open = unsettled.map(({ _id: drawId, settledChunks }) =>
        settledChunks > 0 ? { drawId, chunk: { $gte: settledChunks } } : { drawId },
      )
      if (state === 'open' && open.length === 0) return { ids: [], total: 0 }
      const excluded = [...(beforeOldest ? [beforeOldest] : []), ...(state === 'lost' ? open : [])]
      const filter: Filter<Ticket> = {
        playerDay: { $in: slices.map(({ day }) => playerDayOf(playerId, day)) },
        ...(gameId !== undefined && { gameId }),
        stake: state === 'void' ? 0n : { $gt: 0n },
        ...(state === 'open' && { $or: open }),
        ...((state === 'won' || state === 'lost') && { win: state === 'won' ? { $gt: 0n } : 0n }),
        ...(excluded.length > 0 && { $nor: excluded }),
      }
      const { maxTimeMS } = listReadOptions
      const [found, [counted]] = await Promise.all([
        rows
          .find(filter, { ...listReadOptions, projection: { _id: 1 }, sort: { playerDay: -1, [place]: -1 } })
          .skip(from)
          .limit(count)
          .toArray(),
        rows
          .aggregate<{ tickets: number | bigint }>(
            [{ $match: filter }, { $group: { _id: null, tickets: { $sum: 1 } } }],
            { maxTimeMS },
          )
          .toArray(),
      ])
      return { ids: found.map(({ _id }) => _id), total: Number(counted?.tickets ?? 0) }
    },

    /** Stakes and wins of these tickets, summed by the database per draw. */
    async sumByDraw(ids: readonly string[]): Promise<DrawSums[]> {
      const sums = { _id: '$drawId', tickets: { $sum: 1 }, stake: { $sum: '$stake' }, win: { $sum: '$win' } }
      const found = await rows
        .aggregate<Record<'tickets' | 'stake' | 'win', number | bigint> & { _id: string }>(
          [{ $match: { _id: { $in: [...ids] } } }, { $group: sums }],
          { maxTimeMS: listReadOptions.maxTimeMS },
        )
        .toArray()
      return found.map(({ _id: drawId, tickets, stake, win }) => {
        return { drawId, tickets: Number(tickets), stake: BigInt(stake), win: BigInt(win) }
      })
    },

    /** Wins of a draw's tickets and the claimed part that still counts, in hundredths. */
    async sumWins(drawId: string): Promise<{ won: bigint; claimed: bigint }> {
      const sums = { _id: null, won: { $sum: '$win' }, claimed: { $sum: { $min: ['$win', '$claimed'] } } }
      const [found] = await rows
        .aggregate<{ won: bigint | number; claimed: bigint | number }>([{ $match: { drawId } }, { $group: sums }], {
          maxTimeMS: listReadOptions.maxTimeMS,
        })
        .toArray()
      return { won: BigInt(found?.won ?? 0), claimed: BigInt(found?.claimed ?? 0) }
    },

    insert: (tickets: readonly Ticket[], tx: Tx) => rows.insertMany([...tickets], { session: tx }),

    /** Writes wins, grouped by amount: a draw has few different ones. */
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

    async update(
      changes: readonly (Pick<Ticket, '_id'> & Partial<Pick<Ticket, ChangedField>>)[],
      tx: Tx,
    ): Promise<void> {
      if (changes.length === 0) return
      const writes = changes.map(({ _id, ...fields }) => ({
        updateOne: { filter: { _id }, update: { $set: fields } },
      }))
      await rows.bulkWrite(writes, { session: tx, ordered: false })
    },
  }
}
export type TicketStore = ReturnType<typeof createTicketStore>

const placeField = (gameId: string | undefined) => (gameId === undefined ? 'inDay' : 'inGame')

const chunkFilter = ({ drawId, from, to }: Chunks) => ({ drawId, chunk: { $gte: from, $lt: to } })
/** All documents in one batch. */
const batchSizeFor = ({ from, to }: Omit<Chunks, 'drawId'>) => (to - from) * chunkSize + 1
