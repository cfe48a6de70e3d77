import type { GameActor, GameDescription } from '@cascade/contracts/games'
import { type CollectionSpec, type Paging, type Tx, toPageWindow } from '@cascade/service-kit'
import type { Collection, Db } from 'mongodb'

/** One version of a game's description; immutable. */
export type DescriptionRow = {
  /** `<game>_<version>`: a concurrent insert of the same version fails. */
  _id: string
  game: string
  version: number
  description: GameDescription
  /** Absent for versions that the system wrote. */
  by?: GameActor
  at: Date
}

export const descriptionCollections: readonly CollectionSpec[] = [
  { name: 'game_descriptions', indexes: [{ key: { game: 1, version: -1 }, options: { unique: true } }] },
]

export const descriptionIdOf = (game: string, version: number) => `${game}_${version}`

export function createDescriptionStore(db: Db) {
  const rows: Collection<DescriptionRow> = db.collection('game_descriptions')
  return {
    find: (game: string, version?: number, tx?: Tx) =>
      rows.findOne(version === undefined ? { game } : { game, version }, { sort: { version: -1 }, session: tx }),

    async page(game: string, paging: Pick<Paging, 'page' | 'size'>) {
      const { from, count } = toPageWindow(paging)
      const [versions, total] = await Promise.all([
        rows
          .find({ game })
          .sort({ version: -1 })
          .skip(from)
          .limit(count)
          .project<Omit<DescriptionRow, 'description'>>({ description: 0 })
          .toArray(),
        rows.countDocuments({ game }),
      ])
      return { versions, total }
    },

    describedGameIds: async (): Promise<Set<string>> => new Set(await rows.distinct('game')),

    insertMany: (versions: readonly DescriptionRow[], tx: Tx) => rows.insertMany([...versions], { session: tx }),
  }
}
