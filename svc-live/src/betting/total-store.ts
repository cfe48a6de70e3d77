import type { CollectionSpec, Tx } from '@cascade/service-kit'
import type { AnyBulkWriteOperation, Collection, Db } from 'mongodb'
import { type Offering, offeringKey } from '../catalog/offering'
import { listReadOptions } from '../records/draw-store'
import { playerDayOf, type Ticket } from '../records/ticket'

type DayTotal = { _id: string; play: bigint; win: bigint }
type PlayerSum = { _id: string; stake: bigint; tickets: number }
type PlayerDay = PlayerSum & Pick<Ticket, 'day' | 'gameId' | 'playerDay'>
export type PlayerDraw = PlayerSum & Pick<Ticket, 'drawId'>
type PoolBalance = {
  _id: string
  balance: bigint
  seq: number
  settled?: bigint
}

const long = { bsonType: 'long' }
const longs = (...names: string[]) => ({
  $jsonSchema: { required: names, properties: Object.fromEntries(names.map(name => [name, long])) },
})

export const totalCollections: readonly CollectionSpec[] = [
  { name: 'day_totals', validator: longs('play', 'win') },
  { name: 'player_days', validator: longs('stake'), indexes: [{ key: { playerDay: 1 } }] },
  { name: 'player_draws', validator: longs('stake') },
  { name: 'pool_balances', validator: longs('balance') },
]

export const dayKey = (offering: Offering, day: string) => `${offeringKey(offering)}|${day}`
export const playerGameDayKey = (playerId: string, day: string, gameId: string) =>
  `${playerDayOf(playerId, day)}|${gameId}`
const playerDrawKey = (playerId: string, drawId: string) => `${playerId}|${drawId}`

export type TotalStore = ReturnType<typeof createTotalStore>

export function createTotalStore(db: Db) {
  const days: Collection<DayTotal> = db.collection('day_totals')
  const playerDays: Collection<PlayerDay> = db.collection('player_days')
  const playerDraws: Collection<PlayerDraw> = db.collection('player_draws')
  const pools: Collection<PoolBalance> = db.collection('pool_balances')
  return {
    async readDay(offering: Offering, day: string): Promise<{ play: bigint; win: bigint }> {
      const found = await days.findOne({ _id: dayKey(offering, day) })
      return { play: found?.play ?? 0n, win: found?.win ?? 0n }
    },

    async readNetOfDay(offerings: readonly Offering[], day: string): Promise<bigint> {
      if (offerings.length === 0) return 0n
      const found = await days.find({ _id: { $in: offerings.map(offering => dayKey(offering, day)) } }).toArray()
      return found.reduce((sum, { play, win }) => sum + play - win, 0n)
    },

    async readBalances(offerings: readonly Offering[], tx?: Tx): Promise<Map<string, bigint>> {
      const found = await pools.find({ _id: { $in: offerings.map(offeringKey) } }, { session: tx }).toArray()
      return new Map(found.map(({ _id, balance }) => [_id, balance]))
    },

    /** Scans one row per offering: a few thousand. */
    countBelowZero: () => pools.countDocuments({ balance: { $lt: 0n } }),

    async pools(offerings: readonly Offering[], tx: Tx): Promise<Map<string, { balance: bigint; settled: bigint }>> {
      const found = await pools.find({ _id: { $in: offerings.map(offeringKey) } }, { session: tx }).toArray()
      return new Map(found.map(({ _id, balance, settled = 0n }) => [_id, { balance, settled }]))
    },

    async readStake(playerId: string, day: string, gameId: string): Promise<bigint> {
      return (await playerDays.findOne({ _id: playerGameDayKey(playerId, day, gameId) }))?.stake ?? 0n
    },

    /** Days of a range with tickets of a player, with the number of tickets per game. */
    readPlayerDays: (playerId: string, from: string, to: string) =>
      playerDays
        .find(
          { _id: { $gte: playerDayOf(playerId, from), $lte: `${playerDayOf(playerId, to)}|\uffff` } },
          listReadOptions,
        )
        .toArray(),

    /** Stakes of a player on these draws; draws without a ticket are left out. */
    readPlayerDraws: (playerId: string, drawIds: readonly string[]): Promise<PlayerDraw[]> =>
      playerDraws
        .find({ _id: { $in: drawIds.map(drawId => playerDrawKey(playerId, drawId)) } }, listReadOptions)
        .toArray(),

    async addToDays(totals: ReadonlyMap<string, { play: bigint; win: bigint }>, tx: Tx): Promise<void> {
      const writes = Array.from(
        totals,
        ([_id, { play, win }]): AnyBulkWriteOperation<DayTotal> => ({
          updateOne: { filter: { _id }, update: { $inc: { play, win } }, upsert: true },
        }),
      )
      if (writes.length > 0) await days.bulkWrite(writes, { session: tx, ordered: false })
    },

    /** Adds new tickets to the sums of their players. @returns the tickets, numbered within day and game */
    async addTickets<T extends Omit<Ticket, 'inDay' | 'inGame'>>(tickets: readonly T[], tx: Tx) {
      if (tickets.length === 0) return []
      const playerDay = { $in: [...new Set(tickets.map(ticket => ticket.playerDay))] }
      const before = await playerDays.find({ playerDay }, { session: tx }).toArray()
      const counts = new Map<string, number>()
      const nextPlace = (key: string, added = 1) => {
        const place = counts.get(key) ?? 0
        counts.set(key, place + added)
        return place
      }
      for (const { _id, playerDay, tickets: count } of before) for (const key of [_id, playerDay]) nextPlace(key, count)
      const days = new Map<string, PlayerDay>()
      const draws = new Map<string, PlayerDraw>()
      const numbered = tickets.map(ticket => {
        const { playerId, day, gameId, playerDay, drawId, stake } = ticket
        const dayId = playerGameDayKey(playerId, day, gameId)
        const drawKey = playerDrawKey(playerId, drawId)
        addSum(days, { _id: dayId, day, gameId, playerDay, stake, tickets: 1 })
        addSum(draws, { _id: drawKey, drawId, stake, tickets: 1 })
        return { ...ticket, inDay: nextPlace(playerDay), inGame: nextPlace(dayId) }
      })
      await playerDays.bulkWrite(buildIncrements(days), { session: tx, ordered: false })
      await playerDraws.bulkWrite(buildIncrements(draws), { session: tx, ordered: false })
      return numbered
    },

    /** Takes the stakes of tickets that are voided out of the sums of their players; days keep their numbering. */
    async subtractVoids(tickets: readonly Ticket[], tx: Tx): Promise<void> {
      const days = new Map<string, PlayerDay>()
      const draws = new Map<string, PlayerDraw>()
      for (const { playerId, day, gameId, playerDay, drawId, stake } of tickets) {
        addSum(days, {
          _id: playerGameDayKey(playerId, day, gameId),
          day,
          gameId,
          playerDay,
          stake: -stake,
          tickets: 0,
        })
        addSum(draws, { _id: playerDrawKey(playerId, drawId), drawId, stake: -stake, tickets: -1 })
      }
      await playerDays.bulkWrite(buildIncrements(days), { session: tx, ordered: false })
      await playerDraws.bulkWrite(buildIncrements(draws), { session: tx, ordered: false })
    },

    async setBalances(
      balances: ReadonlyMap<string, { balance: bigint; seq: number; settled: bigint }>,
      tx: Tx,
    ): Promise<void> {
      const writes = Array.from(
        balances,
        ([_id, { balance, seq, settled }]): AnyBulkWriteOperation<PoolBalance> => ({
          updateOne: { filter: { _id }, update: { $set: { balance, seq }, $inc: { settled } }, upsert: true },
        }),
      )
      if (writes.length > 0) await pools.bulkWrite(writes, { session: tx, ordered: false })
    },
  }
}

function addSum<S extends PlayerSum>(sums: Map<string, S>, added: S): void {
  const sum = sums.get(added._id)
  if (!sum) sums.set(added._id, added)
  else {
    sum.stake += added.stake
    sum.tickets += added.tickets
  }
}

const buildIncrements = <S extends PlayerSum>(sums: ReadonlyMap<string, S>) =>
  Array.from(sums.values(), ({ _id, stake, tickets, ...fixed }) => ({
    updateOne: { filter: { _id }, update: { $inc: { stake, tickets }, $setOnInsert: fixed }, upsert: true },
  })) as unknown as AnyBulkWriteOperation<S>[]
