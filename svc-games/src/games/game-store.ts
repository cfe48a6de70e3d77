import type { Game, GameSnapshot } from '@cascade/contracts/games'
import type { CollectionPlan } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import { listTimes } from '../times/time-store'

/** A game as it is stored: its time by id, since a time may get another length. */
export type GameRow = Omit<Game, 'timeId'> & { timeIds: string[]; deleted: boolean; version: number }

export const gamePlans: readonly CollectionPlan[] = [
  { name: 'games', indexes: [{ key: { gameId: 1 }, options: { unique: true } }] },
  { name: 'bootstraps' },
]

export const gamesOf = (db: Db): Collection<GameRow> => db.collection('games')

/** All games that are not deleted, in the order in which they were added. */
export async function listGames(db: Db): Promise<Game[]> {
  const [rows, times] = await Promise.all([
    gamesOf(db).find({ deleted: false }).sort({ _id: 1 }).toArray(),
    listTimes(db),
  ])
  return rows.map(({ timeIds, deleted: _deleted, version: _version, ...game }) => ({
    ...game,
    timeId: times.filter(time => timeIds.includes(time._id)),
  }))
}

/** What other services are told of a game; `timecount` is the length of its time in seconds. */
export function snapshotOf(row: GameRow, timecount: number): GameSnapshot {
  const { _id, gameId, gameName, nodigit, status, deleted, version } = row
  return { _id, gameId, gameName, nodigit, timecount, status, deleted, version }
}
