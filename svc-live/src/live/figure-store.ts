import { businessDay, type CollectionPlan } from '@cascade/service-kit'
import type { Db } from 'mongodb'
import { drawIdOf } from '../draws/draw'

/** Hundredths of a point, as they come from the database. */
type Hundredths = bigint | number

/** Open stake on one leg (`type:drawno`) of one draw. */
type DrawTotal = { _id: string; drawId: string; leg: string; stake: Hundredths }
/** Stakes and wins of one admin's game on one business day. */
type DayTotal = { _id: string; play: Hundredths; win: Hundredths }
type GameBalance = { _id: string; balance: Hundredths }
type DrawResult = { _id: string; drawno: string; booster: number }

const long = { bsonType: ['long', 'int'] }
const lastResults = 5

export const livePlans: readonly CollectionPlan[] = [
  {
    name: 'draw_totals',
    validator: { $jsonSchema: { required: ['drawId', 'leg', 'stake'], properties: { stake: long } } },
    indexes: [{ key: { drawId: 1 } }],
  },
  {
    name: 'day_totals',
    validator: { $jsonSchema: { required: ['play', 'win'], properties: { play: long, win: long } } },
  },
  { name: 'game_balances', validator: { $jsonSchema: { required: ['balance'], properties: { balance: long } } } },
  { name: 'draw_results' },
]

export type Figures = {
  /** Open stake by leg. */
  stakes: ReadonlyMap<string, bigint>
  play: bigint
  win: bigint
  balance: bigint
  /** Newest first. */
  results: readonly { drawno: string; booster: number }[]
}

export type FigureQuery = { adminId: string; gameId: string; number: number; now: number; zone: string }

export const createFigureStore = (db: Db) => ({ read: (at: FigureQuery) => readFigures(db, at) })

/** What is staked on the open draw, and the figures of the day, of one game below one admin. */
async function readFigures(db: Db, at: FigureQuery): Promise<Figures> {
  const { adminId, gameId, number, now, zone } = at
  const pair = `${adminId}|${gameId}`
  const before = Array.from({ length: lastResults }, (_, index) => drawIdOf(adminId, gameId, number - 1 - index))
  const [totals, day, balance, results] = await Promise.all([
    db
      .collection<DrawTotal>('draw_totals')
      .find({ drawId: drawIdOf(adminId, gameId, number) })
      .toArray(),
    db.collection<DayTotal>('day_totals').findOne({ _id: `${pair}|${businessDay(new Date(now), zone)}` }),
    db.collection<GameBalance>('game_balances').findOne({ _id: pair }),
    db
      .collection<DrawResult>('draw_results')
      .find({ _id: { $in: before } })
      .toArray(),
  ])
  const byId = new Map(results.map(result => [result._id, result]))
  return {
    stakes: new Map(totals.map(total => [total.leg, BigInt(total.stake)])),
    play: BigInt(day?.play ?? 0),
    win: BigInt(day?.win ?? 0),
    balance: BigInt(balance?.balance ?? 0),
    results: before.flatMap(id => byId.get(id) ?? []),
  }
}
