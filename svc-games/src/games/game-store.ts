import type { Game } from '@cascade/contracts/games'
import type { CollectionPlan, Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** A game as it is stored: its time by id, since a time may get another length. */
export type GameRow = Omit<Game, 'timeId'> & { timeIds: string[]; deleted: boolean; version: number }
type Bootstrap = { _id: string; at: Date }

export const gamePlans: readonly CollectionPlan[] = [
  { name: 'games', indexes: [{ key: { gameId: 1 }, options: { unique: true } }] },
  { name: 'bootstraps' },
]

export function createGameStore(db: Db) {
  const rows: Collection<GameRow> = db.collection('games')
  const bootstraps: Collection<Bootstrap> = db.collection('bootstraps')
  return {
    /** Games that are not deleted, in the order in which they were added. */
    all: () => rows.find({ deleted: false }).sort({ _id: 1 }).toArray(),

    insertMany: (games: readonly GameRow[], tx: Tx) => rows.insertMany([...games], { session: tx }),

    isSeeded: async (name: string) => (await bootstraps.findOne({ _id: name })) !== null,

    /** Of several replicas that seed together one commits; the others meet a duplicate key. */
    markSeeded: (name: string, at: Date, tx: Tx) => bootstraps.insertOne({ _id: name, at }, { session: tx }),
  }
}
