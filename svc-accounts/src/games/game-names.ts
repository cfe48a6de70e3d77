import type { CollectionPlan } from '@cascade/service-kit'
import type { ClientSession, Collection, Db } from 'mongodb'

type GameName = { _id: string; gameName: string; deleted: boolean; version: number }

export const gameNamePlans: readonly CollectionPlan[] = [{ name: 'game_names' }]

export type GameNames = ReturnType<typeof createGameNames>

/** Our copy of what the games domain tells: the names of the games that an admin may offer. */
export function createGameNames(db: Db) {
  const rows: Collection<GameName> = db.collection('game_names')
  return {
    /** Names by id. A game that was removed has none any more; one that nobody told of yet has an empty one. */
    async of(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map()
      const unique = [...new Set(ids)]
      const found = new Map((await rows.find({ _id: { $in: unique } }).toArray()).map(row => [row._id, row]))
      return new Map(
        unique.filter(id => !found.get(id)?.deleted).map(id => [id, found.get(id)?.gameName ?? ''] as const),
      )
    },
    /** Keeps the newest state of each game; events may arrive twice. */
    async keep(games: readonly GameName[], session: ClientSession) {
      const newest = new Map(games.map(game => [game._id, game]))
      await rows.bulkWrite(
        [...newest.values()].map(({ _id, ...game }) => ({
          updateOne: { filter: { _id }, update: { $set: game }, upsert: true },
        })),
        { session },
      )
    },
  }
}
