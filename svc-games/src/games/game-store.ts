import { gameTexts } from '@cascade/contracts/games'
import { AppError, busy, type CollectionSpec, isDuplicateKey, type Tx } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'
import type { GameRow } from './game'

type Bootstrap = { _id: string; at: Date }

export const gameCollections: readonly CollectionSpec[] = [
  { name: 'games', indexes: [{ key: { gameId: 1 }, options: { unique: true } }, { key: { images: 1 } }] },
  { name: 'bootstraps' },
]

export function createGameStore(db: Db) {
  const rows: Collection<GameRow> = db.collection('games')
  const bootstraps: Collection<Bootstrap> = db.collection('bootstraps')
  return {
    /** Games that are not deleted, oldest first. */
    all: () => rows.find({ deleted: false }, { maxTimeMS: 5_000 }).sort({ _id: 1 }).toArray(),

    /** @throws AppError NOT_FOUND for a missing or deleted game */
    async getOrThrow(_id: string, tx?: Tx): Promise<GameRow> {
      const game = await rows.findOne({ _id, deleted: false }, { session: tx })
      if (!game) throw new AppError('NOT_FOUND', gameTexts.missing)
      return game
    },

    insertMany: (games: readonly GameRow[], tx: Tx) => rows.insertMany([...games], { session: tx }),

    /** @throws AppError UNAVAILABLE when the random code is already in use; a retry gets another one */
    async insert(game: GameRow, tx: Tx): Promise<void> {
      await rows.insertOne(game, { session: tx }).catch((error: unknown) => {
        throw isDuplicateKey(error, 'gameId') ? busy() : error
      })
    },

    /** Stores the next version of a game. @throws AppError UNAVAILABLE after a concurrent change */
    async replace({ _id, ...game }: GameRow, tx: Tx): Promise<void> {
      const { matchedCount } = await rows.replaceOne({ _id, version: game.version - 1 }, game, { session: tx })
      if (matchedCount === 0) throw busy()
    },

    async findUsedImages(hashes: readonly string[]): Promise<Set<string>> {
      const games = await rows
        .find({ images: { $in: [...hashes] }, deleted: false })
        .project<{ images: string[] }>({ images: 1 })
        .toArray()
      return new Set(games.flatMap(game => game.images))
    },

    isSeeded: async (name: string) => (await bootstraps.findOne({ _id: name })) !== null,

    /** When several replicas seed at once, one commits; the others get a duplicate key error. */
    markSeeded: (name: string, at: Date, tx: Tx) => bootstraps.insertOne({ _id: name, at }, { session: tx }),
  }
}
